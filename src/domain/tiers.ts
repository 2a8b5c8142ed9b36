import { grantsPremium } from './subscription.ts';

/** Tiers of a reader's account (spec 6 and 9). */
export const TIERS = ['free', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

export interface TierBenefits {
  /** Maximum number of bookmarks. */
  bookmarks: number;
  /** Maximum number of followed authors; `Infinity` means unlimited. */
  follows: number;
  /** Maximum number of lines (passages saved from articles); `Infinity` means unlimited. */
  lines: number;
  narrations: boolean;
  ads: boolean;
  /** True if the tier may use features before general availability. */
  earlyAccess: boolean;
}

export const TIER_BENEFITS: Readonly<Record<Tier, TierBenefits>> = {
  free: { bookmarks: 10, follows: 3, lines: 50, narrations: false, ads: true, earlyAccess: false },
  premium: {
    bookmarks: 1000,
    follows: Number.POSITIVE_INFINITY,
    lines: Number.POSITIVE_INFINITY,
    narrations: true,
    ads: false,
    earlyAccess: true,
  },
};

/**
 * Returns the tier whose limits apply (spec 4): Premium only while the subscription is active or trialing.
 */
export function getEffectiveTier(account: { tier: Tier; subscriptionStatus: string | null }): Tier {
  const { tier, subscriptionStatus } = account;
  return tier === 'premium' && grantsPremium(subscriptionStatus) ? 'premium' : 'free';
}

/** Returns true if an account's tier includes complete narrations (spec 6), not only previews. */
export function mayHearCompleteNarrations(
  account: Parameters<typeof getEffectiveTier>[0],
): boolean {
  return TIER_BENEFITS[getEffectiveTier(account)].narrations;
}

/** A reader's collections whose maximum size depends on the tier. */
export type TierLimitedCollection = 'bookmarks' | 'follows' | 'lines';

/** Messages for readers who have reached a limit of their tier, by tier and collection. */
const LIMIT_MESSAGES: Readonly<
  Record<Tier, Readonly<Record<TierLimitedCollection, (limit: number) => string>>>
> = {
  free: {
    bookmarks: (limit) =>
      `You have ${limit} bookmarks, the most a free account can have. Premium holds ${formatLimit(TIER_BENEFITS.premium.bookmarks)}.`,
    follows: (limit) =>
      `You’re following ${limit} authors, the most a free account can. Premium has no limit.`,
    lines: (limit) =>
      `You have kept ${limit} lines, the most a free account can. Premium has no limit.`,
  },
  premium: {
    bookmarks: (limit) => `You have ${formatLimit(limit)} bookmarks, the most Premium holds.`,
    follows: (limit) => `You’re following ${limit} authors, the most Premium allows.`,
    lines: (limit) => `You have kept ${limit} lines, the most Premium allows.`,
  },
};

const formatLimit = (limit: number) => limit.toLocaleString('en-US');

/**
 * Returns the message for a reader who has reached a limit of their tier. Returns `undefined` for a reader who is still
 * below the limit.
 */
export function describeReachedLimit(
  account: Parameters<typeof getEffectiveTier>[0],
  collection: TierLimitedCollection,
  count: number,
): string | undefined {
  const tier = getEffectiveTier(account);
  const limit = TIER_BENEFITS[tier][collection];
  return count < limit ? undefined : LIMIT_MESSAGES[tier][collection](limit);
}

export const BILLING_CYCLES = ['monthly', 'annual'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

/** Prices of Premium in US cents, by billing cycle. */
export const PREMIUM_PRICES_IN_CENTS: Readonly<Record<BillingCycle, number>> = {
  monthly: 299,
  annual: 2999,
};

/** Monthly price of the annual plan in US cents, rounded to the cent. Pages show it with the word "about". */
export const ANNUAL_PRICE_PER_MONTH_IN_CENTS = Math.round(PREMIUM_PRICES_IN_CENTS.annual / 12);

/** Badge of the annual plan, verbatim from the product specification. The exact saving is 16.4%. */
export const ANNUAL_SAVING_BADGE = 'Save 17%';

/** Formats US cents as dollars with two decimals: 299 → "$2.99". */
export function formatPrice(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
