import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import { TooManyError } from '#server/platform/errors.ts';
import { createRedisCounts, LocalCounts } from './rate-limit-stores.ts';

interface Limit {
  max: number;
  /** Milliseconds. Default: {@link WINDOW}. */
  window?: number;
  sentence: string;
}

/**
 * Expensive actions, and how many of them one client may cause in a window. Cached responses cost nothing and are not
 * counted.
 */
export const LIMITS = {
  /**
   * Searches. One costs 5 to 50 ms. A reader types about three in a row and then reads, so a hundred pupils behind one
   * address stay below the limit.
   */
  search: { max: 120, sentence: 'Too many searches. Wait a few seconds, then try again.' },
  /**
   * Uncached pages and calls, including URLs that lead nowhere. One costs 5 to 10 ms. A scrolling reader prefetches five
   * pages a second. A school on a cold server requests many at once, but each page is rendered only once.
   */
  making: { max: 300, sentence: 'Too many requests. Wait a few seconds, then try again.' },
  /**
   * Narrations that have to be recorded: ten seconds of processor time each, or one or two for a preview. A reader who
   * tries all four voices of an article causes four.
   */
  narrating: {
    max: 8,
    sentence: 'Too many narration requests. Wait a few seconds, then try again.',
  },
  /** Contact messages, which somebody has to read. A class behind one address may write. */
  contact: { max: 10, window: 10 * 60_000, sentence: CONTACT_MESSAGES.tooMany },
  /** Contact messages of one account, from any address. */
  contactOfReader: { max: 5, window: 10 * 60_000, sentence: CONTACT_MESSAGES.tooMany },
  /** Queries to the payment processor about returning customers. Beyond the limit, its webhook event is awaited. */
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
   * Reading counts. A reader sends one or two a minute, so a reading school stays below the limit, and a client that
   * forges visits gains little.
   */
  counting: {
    max: 120,
    window: 60_000,
    sentence: 'Too many requests. Wait a minute, then try again.',
  },
} as const satisfies Record<string, Limit>;

/** Milliseconds. Short, so that a well-meaning client over a limit waits for seconds only. */
const WINDOW = 10_000;

export type LimitedAction = keyof typeof LIMITS;

/**
 * Counts a limited action for a request's client, or for an account if one is given. Rejects with {@link TooManyError}
 * beyond the limit.
 */
export type CountRequest = (
  limited: LimitedAction,
  request: FastifyRequest,
  account?: string,
) => Promise<void>;

export interface RateLimitOptions {
  /** The Redis in which all processes count together. Absent: each process counts for itself. */
  redisUrl?: string | undefined;
  /** Other limits than {@link LIMITS}. */
  limits?: Partial<Record<LimitedAction, number>> | undefined;
}

/**
 * Registers rate limits by client, for routes with `config.rateLimit` and for calls of the returned function. A client is
 * an IPv4 address, or the /64 network of an IPv6 address, the smallest that a customer has.
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
