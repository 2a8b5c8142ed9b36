import { grantsPremium } from './subscription.ts';

/** What a reader may do by tier (spec 6 and 9). Data: code reads it, nothing repeats it. */
export const TIERS = ['free', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

export interface TierLimits {
  /** Bookmarks a reader may hold. */
  bookmarks: number;
  /** Authors a reader may follow; `Infinity` means as many as they like. */
  follows: number;
  narrations: boolean;
  ads: boolean;
  /** Whether features may be tried before everybody has them. */
  earlyAccess: boolean;
}

export const TIER_LIMITS: Readonly<Record<Tier, TierLimits>> = {
  free: { bookmarks: 10, follows: 3, narrations: false, ads: true, earlyAccess: false },
  premium: {
    bookmarks: 1000,
    follows: Number.POSITIVE_INFINITY,
    narrations: true,
    ads: false,
    earlyAccess: true,
  },
};

/** The tier whose limits an account has (spec 4): Premium counts while its subscription is active or trialing. */
export function tierInForce(account: { tier: Tier; subscriptionStatus: string | null }): Tier {
  const { tier, subscriptionStatus } = account;
  return tier === 'premium' && grantsPremium(subscriptionStatus) ? 'premium' : 'free';
}

/** What of a reader's own a tier limits the number of. */
export type LimitedSet = 'bookmarks' | 'follows';

/** What somebody at a limit is told, and what there is beyond it. */
const REFUSALS: Readonly<Record<Tier, Readonly<Record<LimitedSet, (limit: number) => string>>>> = {
  free: {
    bookmarks: (limit) =>
      `You have ${limit} bookmarks, the most a free account can have. Premium holds ${inWords(TIER_LIMITS.premium.bookmarks)}.`,
    follows: (limit) =>
      `You’re following ${limit} authors, the most a free account can. Premium has no limit.`,
  },
  premium: {
    bookmarks: (limit) => `You have ${inWords(limit)} bookmarks, the most Premium holds.`,
    follows: (limit) => `You’re following ${limit} authors, the most Premium allows.`,
  },
};

const inWords = (limit: number) => limit.toLocaleString('en-US');

/**
 * Why an account that has so many of something may have no more of it, as a sentence for its reader;
 * `undefined` while there is room for one more.
 */
export function describeLimit(
  account: Parameters<typeof tierInForce>[0],
  what: LimitedSet,
  has: number,
): string | undefined {
  const tier = tierInForce(account);
  const limit = TIER_LIMITS[tier][what];
  return has < limit ? undefined : REFUSALS[tier][what](limit);
}

export const BILLING_CYCLES = ['monthly', 'annual'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

/** Premium's prices in US cents, for the whole cycle. */
export const PREMIUM_PRICES: Readonly<Record<BillingCycle, number>> = {
  monthly: 299,
  annual: 2999,
};

/** The annual price for one month, in US cents, rounded to the cent: shown as "about". */
export const ANNUAL_PRICE_PER_MONTH = Math.round(PREMIUM_PRICES.annual / 12);

/** The annual cycle's badge, in the spec's words. The prices give 16.4 %. */
export const ANNUAL_BADGE = 'Save 17%';

/** US dollars with two decimals: 299 → "$2.99". */
export function formatPrice(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
