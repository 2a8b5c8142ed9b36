import { TIER_BENEFITS, type Tier } from '#domain/tiers.ts';

const maxBookmarks = TIER_BENEFITS.premium.bookmarks.toLocaleString('en-US');

/** UI text for the plans page, the subscription card, and the dialogs that link to the plans page. */
export const plansCopy = {
  title: ['Reading is free.', 'Listening is extra.'],
  lead: 'Every article is free to read, and anyone can hear the first 30 seconds. Premium plays it all.',
  billingCycle: 'Billing cycle',
  monthlyTerms: 'Billed monthly. Cancel anytime.',
  annualTerms: (perMonth: string) => `About ${perMonth} per month. Cancel anytime.`,
  notSold: 'Premium is not for sale at the moment.',
  noCard: 'No card needed.',
  startReading: 'Start reading',
  yourPlan: 'Your plan',
  notIncluded: 'Not included:',
  hear: 'Hear it',
  hearText: 'Four synthetic voices read every article. Press one.',
  speed: 'Speed',
  narrator: 'Narrator',
  sleepTimer: 'Sleep timer',
  off: 'Off',
  manage: 'Manage Subscription',
  loading: 'Loading...',
  seePremium: 'See Premium',
  nextPayment: 'Next Payment',
  ends: 'Ends',
  paymentFailed: 'Payment failed',
  pastDue:
    'We couldn’t charge your card, so Premium is paused. Update your payment method under Manage Subscription; nothing you saved is lost.',
  canceled: 'Your subscription has ended. Everything you saved is still here.',
  paused: 'Your subscription is paused. You can resume or end it under Manage Subscription.',
  free: `Every article, ${TIER_BENEFITS.free.bookmarks} bookmarks, ${TIER_BENEFITS.free.follows} authors to follow.`,
  endsSoon: 'You’ve canceled. Premium stays on until the date below.',
  premium: `Whole narrations, no ads, and room for ${maxBookmarks} bookmarks.`,
  profileFailed: 'We couldn’t load your subscription.',
  tryAgain: 'Try Again',
  previewEnded: 'Premium plays the rest',
  previewEndedText:
    'That was the preview. Premium reads every article to you from start to finish.',
  welcome: 'Welcome to Premium',
  welcomeText: 'Every article can be read to you now, from start to finish.',
  listenToArticle: 'Listen to the article',
  seePlans: 'See the plans',
  keepReading: 'Keep reading',
  notNow: 'Not now',
} as const;

/**
 * The features of both plans, in the same order for comparison. `null` marks a feature that the plan does not include.
 */
export const PLAN_COMPARISON_ROWS: readonly Readonly<
  Record<Tier, string | null> & { name: string }
>[] = [
  { name: 'Every article', free: 'Every article', premium: 'Every article' },
  {
    name: 'Narrations',
    free: 'The first 30 seconds of every narration',
    premium: 'Audio narrations in four synthetic voices',
  },
  {
    name: 'Bookmarks',
    free: `Bookmark up to ${TIER_BENEFITS.free.bookmarks}`,
    premium: `Up to ${maxBookmarks} bookmarks`,
  },
  {
    name: 'Follows',
    free: `Follow up to ${TIER_BENEFITS.free.follows} authors`,
    premium: 'Unlimited follows',
  },
  {
    name: 'Kept lines',
    free: `Keep up to ${TIER_BENEFITS.free.lines} lines`,
    premium: 'Unlimited lines',
  },
  {
    name: 'Text that lights up as it is read',
    free: null,
    premium: 'Text that lights up as it is read',
  },
  { name: 'A queue and a sleep timer', free: null, premium: 'A queue and a sleep timer' },
  { name: 'Downloads', free: null, premium: 'Downloads for offline listening' },
  { name: 'Ad-free', free: null, premium: 'Ad-free' },
  { name: 'Early access to features', free: null, premium: 'Early access to features' },
];
