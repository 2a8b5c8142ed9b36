import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyError } from '#server/platform/errors.ts';
import { OwnCounts, sharedCounts } from './rate-limit-stores.ts';

/**
 * What strangers make expensive, and how often one address may have it in {@link WINDOW}. What has been made costs
 * nothing, and is never counted.
 */
export const LIMITS = {
  /**
   * Searches. One costs 5 to 50 ms. Somebody who types makes three in a row and reads then: a hundred pupils behind
   * one address do not meet this.
   */
  search: { max: 120, sentence: 'Too many searches at once: wait a few seconds.' },
  /**
   * Pages and calls that have to be made, addresses that lead nowhere among them. One costs 5 to 10 ms. A reader
   * who scrolls has five pages a second fetched ahead; a school on a cold server asks for many at once, but each
   * page is made only once.
   */
  making: { max: 300, sentence: 'Too many pages at once: wait a few seconds.' },
  /**
   * Narrations that have to be made: ten seconds of a processor each, a beginning one or two. Whoever tries all four
   * voices of an article has four.
   */
  narrating: { max: 8, sentence: 'Too many narrations at once: wait a few seconds.' },
} as const satisfies Record<string, { max: number; sentence: string }>;

/** Milliseconds. Short, so that who meets a limit without ill intent waits for seconds, not for a minute. */
const WINDOW = 10_000;

export type Limited = keyof typeof LIMITS;

/** Counts one of what is limited against a request's address. Rejects with {@link TooManyError} beyond the limit. */
export type CountRequest = (limited: Limited, request: FastifyRequest) => Promise<void>;

export interface RateLimitOptions {
  /** Where all processes count together; absent: each for itself. */
  redisUrl?: string | undefined;
  /** Other limits than {@link LIMITS}. */
  limits?: Partial<Record<Limited, number>> | undefined;
}

/**
 * Lets routes be limited by address: with `config.rateLimit`, or by calling what this returns. Nothing else is. An
 * address is an IPv4 address, or the /64 of an IPv6 one, which is what one customer has at least.
 */
export async function rateLimits(
  app: FastifyInstance,
  { redisUrl, limits = {} }: RateLimitOptions,
): Promise<CountRequest> {
  const shared = redisUrl === undefined ? undefined : await sharedCounts(redisUrl, app.log);
  if (shared) app.addHook('onClose', async () => shared.close());
  await app.register(rateLimit, {
    global: false,
    keyGenerator: addressOf,
    store: shared?.Store ?? OwnCounts,
  });

  const limiterOf = (limited: Limited) =>
    app.createRateLimit({
      max: limits[limited] ?? LIMITS[limited].max,
      timeWindow: WINDOW,
      keyGenerator: (request) => `${limited} ${addressOf(request)}`,
    });
  const limiters = {
    search: limiterOf('search'),
    making: limiterOf('making'),
    narrating: limiterOf('narrating'),
  };
  return async (limited, request) => {
    const count = await limiters[limited](request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new TooManyError(LIMITS[limited].sentence, count.ttlInSeconds);
  };
}

/** Under what the requests of one customer are counted. A connection that has closed has no address any more. */
function addressOf({ ip }: FastifyRequest): string {
  return (ip as string | undefined) ? normalizeIP(ip, 64) : 'gone';
}
