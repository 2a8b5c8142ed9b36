import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import { TooManyError } from '#server/platform/errors.ts';
import { createRedisCounts, LocalCounts } from './rate-limit-stores.ts';

interface Limit {
  max: number;
  /** Length of the window in milliseconds. Default: {@link WINDOW}. */
  window?: number;
  sentence: string;
}

/**
 * Limits of expensive actions: the maximum number of each that one client may cause within a window. Sending a cached
 * response is cheap and is not counted.
 */
export const LIMITS = {
  /**
   * Searches. Each costs 5 to 50 ms of CPU time. A reader sends about three while typing and then reads, so even a
   * hundred pupils who share one IP address stay below the limit.
   */
  search: { max: 120, sentence: 'Too many searches. Wait a few seconds, then try again.' },
  /**
   * Uncached pages and API calls, including URLs that do not exist. Each costs 5 to 10 ms of CPU time. A scrolling
   * reader prefetches five pages a second. A school whose server cache is still empty requests many pages at once, but
   * each is rendered only once.
   */
  making: { max: 300, sentence: 'Too many requests. Wait a few seconds, then try again.' },
  /**
   * Narrations that must be recorded. Each costs ten seconds of CPU time, or one to two seconds for a preview. A reader
   * who tries all four voices of an article causes four.
   */
  narrating: {
    max: 8,
    sentence: 'Too many narration requests. Wait a few seconds, then try again.',
  },
  /** Contact messages, which a person has to read. The limit allows a school class that shares one IP address. */
  contact: { max: 10, window: 10 * 60_000, sentence: CONTACT_MESSAGES.tooMany },
  /** Contact messages of one account, from any IP address. */
  contactOfReader: { max: 5, window: 10 * 60_000, sentence: CONTACT_MESSAGES.tooMany },
  /**
   * Queries to the payment processor when a customer returns from it. Beyond the limit, Octavo waits for the webhook
   * event instead.
   */
  returning: {
    max: 20,
    window: 60_000,
    sentence: 'Too many requests. Wait a minute, then try again.',
  },
  /**
   * Webhook events without a valid signature. Beyond the limit, all events of the client are rejected without being
   * read until the window ends.
   */
  unsignedEvents: {
    max: 20,
    window: 60_000,
    sentence: 'Too many events without a valid signature. Wait a minute, then try again.',
  },
  /**
   * Counts of reads. A reader sends one or two a minute, so a school that is reading stays below the limit. A client
   * that forges counts gains little.
   */
  counting: {
    max: 120,
    window: 60_000,
    sentence: 'Too many requests. Wait a minute, then try again.',
  },
} as const satisfies Record<string, Limit>;

/**
 * Default length of a window in milliseconds. It is short, so that a legitimate client over a limit waits only a few
 * seconds.
 */
const WINDOW = 10_000;

export type LimitedAction = keyof typeof LIMITS;

/**
 * Counts a limited action of a request's client, or of an account if one is passed. Rejects with {@link TooManyError}
 * if the limit is exceeded.
 */
export type CountRequest = (
  limited: LimitedAction,
  request: FastifyRequest,
  account?: string,
) => Promise<void>;

export interface RateLimitOptions {
  /** URL of a Redis server in which all processes count together. If omitted, each process counts separately. */
  redisUrl?: string | undefined;
  /** Limits that replace those of {@link LIMITS}. */
  limits?: Partial<Record<LimitedAction, number>> | undefined;
}

/**
 * Registers rate limits per client. They apply to routes with `config.rateLimit`, and to calls of the returned
 * function. A client is an IPv4 address, or the /64 network of an IPv6 address, which is the smallest network that a
 * customer gets.
 */
export async function createRateLimits(
  app: FastifyInstance,
  { redisUrl, limits = {} }: RateLimitOptions,
): Promise<CountRequest> {
  const shared = redisUrl === undefined ? undefined : await createRedisCounts(redisUrl, app.log);
  if (shared) app.addHook('onClose', async () => shared.close());
  await app.register(rateLimit, {
    global: false,
    keyGenerator: getClientKey,
    store: shared?.Store ?? LocalCounts,
  });

  const accounts = new WeakMap<FastifyRequest, string>();
  const limiterOf = (limited: LimitedAction) => {
    const { max, window = WINDOW }: Limit = LIMITS[limited];
    return app.createRateLimit({
      max: limits[limited] ?? max,
      timeWindow: window,
      keyGenerator: (request) => `${limited} ${accounts.get(request) ?? getClientKey(request)}`,
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

/** Returns the key under which a client's requests are counted. Returns `gone` if its connection has already closed. */
export function getClientKey({ ip }: FastifyRequest): string {
  return (ip as string | undefined) ? normalizeIP(ip, 64) : 'gone';
}
