import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import { TooManyError } from '#server/platform/errors.ts';
import { createRedisCounts, LocalCounts } from './rate-limit-stores.ts';

interface Limit {
  max: number;
  /** Milliseconds; {@link WINDOW}, unless something else is said. */
  window?: number;
  sentence: string;
}

/**
 * What strangers make expensive, and how often one address may have it in its window. What has been made costs
 * nothing, and is never counted.
 */
export const LIMITS = {
  /**
   * Searches. One costs 5 to 50 ms. Somebody who types makes three in a row and reads then: a hundred pupils behind
   * one address do not meet this.
   */
  search: { max: 120, sentence: 'Too many searches. Wait a few seconds, then try again.' },
  /**
   * Pages and calls that have to be made, addresses that lead nowhere among them. One costs 5 to 10 ms. A reader
   * who scrolls has five pages a second fetched ahead; a school on a cold server asks for many at once, but each
   * page is made only once.
   */
  making: { max: 300, sentence: 'Too many requests. Wait a few seconds, then try again.' },
  /**
   * Narrations that have to be made: ten seconds of a processor each, a beginning one or two. Whoever tries all four
   * voices of an article has four.
   */
  narrating: {
    max: 8,
    sentence: 'Too many narration requests. Wait a few seconds, then try again.',
  },
  /** Messages to us, which somebody has to read: a class behind one address may write. */
  contact: { max: 10, window: 10 * 60_000, sentence: CONTACT_MESSAGES.tooMany },
  /** The same by account, from wherever it writes. */
  contactOfReader: { max: 5, window: 10 * 60_000, sentence: CONTACT_MESSAGES.tooMany },
  /** Questions to the payment processor about who comes back from there. Beyond, its event is waited for. */
  returning: {
    max: 20,
    window: 60_000,
    sentence: 'Too many requests. Wait a minute, then try again.',
  },
  /** Webhook events without a valid signature. Beyond the limit, the caller's events are refused unread for the window. */
  unsignedEvents: {
    max: 20,
    window: 60_000,
    sentence: 'Too many events without a valid signature. Wait a minute, then try again.',
  },
  /**
   * What is counted of articles. A reader has one or two a minute: a school that reads in silence does not meet this,
   * and who makes visits up gets no further with it.
   */
  counting: {
    max: 120,
    window: 60_000,
    sentence: 'Too many requests. Wait a minute, then try again.',
  },
} as const satisfies Record<string, Limit>;

/** Milliseconds. Short, so that who meets a limit without ill intent waits for seconds, not for a minute. */
const WINDOW = 10_000;

export type LimitedAction = keyof typeof LIMITS;

/**
 * Counts one of what is limited against a request's address, or against an account where one is named. Rejects with
 * {@link TooManyError} beyond the limit.
 */
export type CountRequest = (
  limited: LimitedAction,
  request: FastifyRequest,
  account?: string,
) => Promise<void>;

export interface RateLimitOptions {
  /** Where all processes count together; absent: each for itself. */
  redisUrl?: string | undefined;
  /** Other limits than {@link LIMITS}. */
  limits?: Partial<Record<LimitedAction, number>> | undefined;
}

/**
 * Lets routes be limited by address: with `config.rateLimit`, or by calling what this returns. Nothing else is. An
 * address is an IPv4 address, or the /64 of an IPv6 one, which is what one customer has at least.
 */
export async function createRateLimits(
  app: FastifyInstance,
  { redisUrl, limits = {} }: RateLimitOptions,
): Promise<CountRequest> {
  const shared = redisUrl === undefined ? undefined : await createRedisCounts(redisUrl, app.log);
  if (shared) app.addHook('onClose', async () => shared.close());
  await app.register(rateLimit, {
    global: false,
    keyGenerator: clientKeyOf,
    store: shared?.Store ?? LocalCounts,
  });

  const accounts = new WeakMap<FastifyRequest, string>();
  const limiterOf = (limited: LimitedAction) => {
    const { max, window = WINDOW }: Limit = LIMITS[limited];
    return app.createRateLimit({
      max: limits[limited] ?? max,
      timeWindow: window,
      keyGenerator: (request) => `${limited} ${accounts.get(request) ?? clientKeyOf(request)}`,
    });
  };
  const limiters = Object.fromEntries(
    (Object.keys(LIMITS) as LimitedAction[]).map((limited) => [limited, limiterOf(limited)]),
  ) as Record<LimitedAction, ReturnType<typeof limiterOf>>;
  return async (limited, request, account) => {
    if (account) accounts.set(request, account);
    const count = await limiters[limited](request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new TooManyError(LIMITS[limited].sentence, count.ttlInSeconds);
  };
}

/** Returns the key that a client's requests are counted under; `gone` once its connection has closed. */
export function clientKeyOf({ ip }: FastifyRequest): string {
  return (ip as string | undefined) ? normalizeIP(ip, 64) : 'gone';
}
