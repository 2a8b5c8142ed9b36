import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import LocalStore from '@fastify/rate-limit/store/LocalStore.js';
import RedisStore from '@fastify/rate-limit/store/RedisStore.js';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Addresses a process counts for at once, by limit: a flood from more pushes out who was quiet longest. */
const MOST_ADDRESSES = 10_000;

const PREFIX = 'octavo:limit:';
/** Milliseconds Redis has for a count, and how long it is left alone after it failed. */
const PATIENCE = 250;
const LEFT_ALONE = 1000;
/** Milliseconds between two attempts to connect, at most, and a start waits for the first one. */
const RECONNECT_WITHIN = 5000;
const READY_WITHIN = 1000;

type Count = Parameters<FastifyRateLimitStore['incr']>;

/** Counts in this process alone. */
export class LocalCounts implements FastifyRateLimitStore {
  readonly #store = new LocalStore(false, false, MOST_ADDRESSES);

  incr(...[key, callback, timeWindow, max]: Count): void {
    // A copy: the store goes on counting in what it gives, and of many at once each would be seen as the last.
    const counted: typeof callback = (error, result) =>
      callback(error, result ? { ...result } : result);
    this.#store.incr(key, counted, timeWindow, max);
  }

  child(): FastifyRateLimitStore {
    return new LocalCounts();
  }
}

/** Where the plugin is to count. */
export interface RedisCounts {
  Store: FastifyRateLimitStoreCtor;
  close(): void;
}

/**
 * Counts in the Redis at `url`, for all processes together. While it cannot be reached, or does not answer in time,
 * the process counts for itself: a limit costs nobody an answer. Says so once, and once when it is over.
 */
export async function createRedisCounts(
  url: string,
  log: Pick<Logger, 'warn'>,
): Promise<RedisCounts> {
  const redis = new Redis(url, {
    connectTimeout: RECONNECT_WITHIN,
    commandTimeout: PATIENCE,
    // What cannot be counted now is counted here, not later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, RECONNECT_WITHIN),
  });
  const outage = new Outage(log);
  redis.on('error', (error: Error) => outage.begin(error));
  // Who comes before there is a connection would be counted here; one that cannot be had holds nobody up.
  await Promise.race([once(redis, 'ready'), wait(READY_WITHIN, null, { ref: false })]).catch(
    () => {},
  );

  class Store implements FastifyRateLimitStore {
    readonly #own = new LocalCounts();
    readonly #shared: RedisStore;

    constructor({ routeInfo }: StoreOptions) {
      const route = routeInfo?.url ? `${routeInfo.method} ${routeInfo.url} ` : '';
      this.#shared = new RedisStore(false, false, redis, PREFIX + route);
    }

    incr(...[key, callback, timeWindow, max]: Count): void {
      const countHere = () => this.#own.incr(key, callback, timeWindow, max);
      if (outage.isFresh) {
        countHere();
        return;
      }
      const counted: typeof callback = (error, result) => {
        if (error) {
          outage.begin(error);
          countHere();
        } else {
          outage.end();
          callback(null, result);
        }
      };
      this.#shared.incr(key, counted, timeWindow, max);
    }

    child(options: object): FastifyRateLimitStore {
      return new Store(options);
    }
  }
  return { Store, close: () => redis.disconnect() };
}

/** What the plugin makes a store with: for a route, that route. */
interface StoreOptions {
  routeInfo?: { method?: unknown; url?: string };
}

/** A time in which Redis does not answer. */
class Outage {
  readonly #log: Pick<Logger, 'warn'>;
  #isOn = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** Whether it failed only just now: nobody waits for it to fail again. */
  get isFresh(): boolean {
    return performance.now() - this.#failedAt < LEFT_ALONE;
  }

  begin(error: Error): void {
    this.#failedAt = performance.now();
    if (!this.#isOn)
      this.#log.warn(
        { err: error },
        'REDIS_URL is not responding; rate limits now apply per process',
      );
    this.#isOn = true;
  }

  end(): void {
    if (this.#isOn) this.#log.warn('REDIS_URL is responding again; rate limits are shared');
    this.#isOn = false;
  }
}
