import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { REQUEST_RATE_LIMITS } from '#domain/request-limits.ts';
import { TooManyRequestsError } from '#server/platform/errors.ts';
import { createRedisRateLimitStoreFactory, LocalRateLimitStore } from './rate-limit-stores.ts';

interface Limit {
  max: number;
  /** Length of the time window in milliseconds. Default: {@link WINDOW}. */
  window?: number;
  message: string;
}

const LETTER_LIMIT_MESSAGE =
  'We’ve already sent several emails. Check your inbox and spam folder, or try again in an hour.';

/**
 * Limits on expensive actions. Each limit is the number of times that one client or account may trigger the action
 * within a time window. Sending a cached response is cheap and is not counted.
 */
export const ACTION_RATE_LIMITS = {
  /**
   * Limit on searches. A search costs 5 to 50 ms of CPU time. A reader triggers about three searches while typing, and
   * then stops to read, so a hundred pupils who share one IP address stay below the limit.
   */
  search: {
    max: REQUEST_RATE_LIMITS.searches,
    message: 'Too many searches. Wait a few seconds, then try again.',
  },
  /**
   * Limit on uncached pages and API calls, including requests for missing pages whose URLs match a route. Each request
   * costs 5 to 10 ms of CPU time. A reader who scrolls prefetches five pages per second. A school class may request
   * many uncached pages at the same time, but each page is rendered only once.
   */
  uncachedResponse: {
    max: REQUEST_RATE_LIMITS.uncachedResponses,
    message: 'Too many requests. Wait a few seconds, then try again.',
  },
  /**
   * Limit on requests for narrations that have not been recorded yet. Recording a narration takes ten seconds of CPU
   * time, and recording a preview takes one or two seconds. A reader who tries all four voices of an article triggers
   * four recordings.
   */
  narrationRequest: {
    max: 8,
    message: 'Too many narration requests. Wait a few seconds, then try again.',
  },
  /**
   * Limit on contact messages, because a person has to read each message. A school class that shares one IP address
   * stays below the limit.
   */
  contact: { max: 10, window: 10 * 60_000, message: CONTACT_FORM_FEEDBACK.tooMany },
  /** Limit on contact messages from one account, regardless of the IP address. */
  contactOfReader: { max: 5, window: 10 * 60_000, message: CONTACT_FORM_FEEDBACK.tooMany },
  /**
   * Limit on requests for the weekly letter. Each request sends a confirmation email. A school class that shares one IP
   * address stays below the limit.
   */
  letterRequest: { max: 60, window: 60 * 60_000, message: LETTER_LIMIT_MESSAGE },
  /** Limit on requests for the weekly letter from one account, regardless of the IP address. */
  letterRequestOfReader: { max: 4, window: 60 * 60_000, message: LETTER_LIMIT_MESSAGE },
  /**
   * Limit on requests for one reader's private podcast, across all IP addresses. An app that downloads fifty episodes
   * at once, in several parts each, stays below the limit. If a reader publishes the podcast's secret URL, the limit
   * prevents many listeners from using it.
   */
  privatePodcast: {
    max: 300,
    window: 60_000,
    message: 'Too many requests for this podcast. Wait a minute, then try again.',
  },
  /**
   * Limit on queries to the payment processor. Octavo sends a query when a customer returns from the payment
   * processor's pages. If the limit is exceeded, Octavo waits for the webhook event instead.
   */
  paymentProcessorQuery: {
    max: 20,
    window: 60_000,
    message: 'Too many requests. Wait a minute, then try again.',
  },
  /**
   * Limit on webhook events without a valid signature. If a client exceeds the limit, all its events are rejected
   * unread until the time window ends.
   */
  unsignedEvents: {
    max: 20,
    window: 60_000,
    message: 'Too many events without a valid signature. Wait a minute, then try again.',
  },
  /**
   * Limit on reports that a reader has read an article. Octavo counts these reports for its statistics. A reader sends
   * one or two reports per minute, so a whole school stays below the limit. A client gains little by forging reports.
   */
  articleReadReport: {
    max: 120,
    window: 60_000,
    message: 'Too many requests. Wait a minute, then try again.',
  },
} as const satisfies Record<string, Limit>;

/**
 * Default length of a time window in milliseconds. The window is short, so that legitimate clients that exceed a limit
 * have to wait only a few seconds.
 */
const WINDOW = REQUEST_RATE_LIMITS.windowSeconds * 1000;

export type RateLimitedAction = keyof typeof ACTION_RATE_LIMITS;

/**
 * Counts an action for `account`. If no account is passed, counts the action for the client that sent `request`.
 * Rejects with {@link TooManyRequestsError} if the limit is exceeded.
 */
export type CountAction = (
  action: RateLimitedAction,
  request: FastifyRequest,
  account?: string,
) => Promise<void>;

export interface AddRateLimitsOptions {
  /** URL of a Redis server that counts requests for all processes. If omitted, each process counts separately. */
  redisUrl?: string | undefined;
  /**
   * Maximum number of times that each action is allowed within its time window. Overrides the maximum in
   * {@link ACTION_RATE_LIMITS}.
   */
  limits?: Partial<Record<RateLimitedAction, number>> | undefined;
  /** Milliseconds until a command to Redis times out. */
  redisTimeout?: number | undefined;
}

/**
 * Registers per-client rate limits. They apply to routes with `config.rateLimit`, and to actions that are counted with
 * the returned function. A client is identified by its IPv4 address, or by the /64 network of its IPv6 address, which
 * is the smallest network that providers assign to a customer.
 */
export async function addRateLimits(
  app: FastifyInstance,
  { redisUrl, limits = {}, redisTimeout }: AddRateLimitsOptions,
): Promise<CountAction> {
  const redisStore =
    redisUrl === undefined
      ? undefined
      : await createRedisRateLimitStoreFactory(redisUrl, app.log, redisTimeout);
  if (redisStore) app.addHook('onClose', async () => redisStore.close());
  await app.register(rateLimit, {
    global: false,
    keyGenerator: getClientKey,
    store: redisStore?.Store ?? LocalRateLimitStore,
  });

  const accounts = new WeakMap<FastifyRequest, string | undefined>();
  const createLimiter = (action: RateLimitedAction) => {
    const { max, window = WINDOW }: Limit = ACTION_RATE_LIMITS[action];
    return app.createRateLimit({
      max: limits[action] ?? max,
      timeWindow: window,
      keyGenerator: (request) => `${action} ${accounts.get(request) ?? getClientKey(request)}`,
    });
  };
  const limiters = Object.fromEntries(
    (Object.keys(ACTION_RATE_LIMITS) as RateLimitedAction[]).map((action) => [
      action,
      createLimiter(action),
    ]),
  ) as Record<RateLimitedAction, ReturnType<typeof createLimiter>>;
  return async (action, request, account) => {
    accounts.set(request, account);
    const count = await limiters[action](request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new TooManyRequestsError(ACTION_RATE_LIMITS[action].message, count.ttlInSeconds);
  };
}

/**
 * Returns the key under which a client's requests are counted. Returns `gone` if the client's connection has already
 * closed.
 */
export function getClientKey({ ip }: FastifyRequest): string {
  return (ip as string | undefined) ? normalizeIP(ip, 64) : 'gone';
}
