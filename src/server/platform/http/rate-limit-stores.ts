import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import LocalStore from '@fastify/rate-limit/store/LocalStore.js';
import RedisStore from '@fastify/rate-limit/store/RedisStore.js';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * Maximum number of clients whose requests this process counts for each limit. If there are more, the count of the
 * least recently active client is discarded.
 */
const MAX_CLIENTS = 10_000;

const PREFIX = 'octavo:limit:';
/** Default number of milliseconds until a Redis command times out. */
const COMMAND_TIMEOUT = 250;
/** Time, in milliseconds, for which Redis is not used after a failure. */
const PAUSE_AFTER_FAILURE = 1000;
/** Milliseconds until an attempt to connect to Redis times out. Also the maximum pause before the next attempt. */
const MAX_RECONNECT_TIME = 5000;
/** Maximum time, in milliseconds, that a starting server waits for the first connection to Redis. */
const STARTUP_TIMEOUT = 1000;

type IncrementParameters = Parameters<FastifyRateLimitStore['incr']>;

/** A rate-limit store that counts requests in this process only. */
export class LocalRateLimitStore implements FastifyRateLimitStore {
  readonly #store = new LocalStore(false, false, MAX_CLIENTS);

  incr(...[key, callback, timeWindow, max]: IncrementParameters): void {
    // Copies the result, because the library's store reuses and modifies the same object for later requests.
    const onCounted: typeof callback = (error, result) =>
      callback(error, result ? { ...result } : result);
    this.#store.incr(key, onCounted, timeWindow, max);
  }

  child(): FastifyRateLimitStore {
    return new LocalRateLimitStore();
  }
}

/** A rate-limit store class for the plugin `@fastify/rate-limit`, and a function that closes its Redis connection. */
export interface RedisRateLimitStoreFactory {
  Store: FastifyRateLimitStoreCtor;
  close(): void;
}

/**
 * Creates a rate-limit store class that counts requests in the Redis server at `url`, which all processes share. While
 * Redis is unreachable or too slow, each process counts separately, so no request fails because of Redis. Logs one line
 * when an outage starts and one line when it ends.
 */
export async function createRedisRateLimitStoreFactory(
  url: string,
  log: Pick<Logger, 'warn'>,
  commandTimeout = COMMAND_TIMEOUT,
): Promise<RedisRateLimitStoreFactory> {
  const redis = new Redis(url, {
    connectTimeout: MAX_RECONNECT_TIME,
    commandTimeout,
    // Does not queue commands, because requests are counted in this process while Redis is not connected.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, MAX_RECONNECT_TIME),
  });
  const outage = new Outage(log);
  redis.on('error', (error: Error) => outage.begin(error));
  // Briefly waits for the connection, so that the first requests are also counted in Redis.
  await Promise.race([once(redis, 'ready'), wait(STARTUP_TIMEOUT, null, { ref: false })]).catch(
    () => {},
  );

  class Store implements FastifyRateLimitStore {
    readonly #localStore = new LocalRateLimitStore();
    readonly #redisStore: RedisStore;

    constructor({ routeInfo }: StoreOptions) {
      const route = routeInfo?.url ? `${routeInfo.method} ${routeInfo.url} ` : '';
      this.#redisStore = new RedisStore(false, false, redis, PREFIX + route);
    }

    incr(...[key, callback, timeWindow, max]: IncrementParameters): void {
      const countLocally = () => this.#localStore.incr(key, callback, timeWindow, max);
      if (outage.hasFailedRecently) {
        countLocally();
        return;
      }
      const onCounted: typeof callback = (error, result) => {
        if (error) {
          outage.begin(error);
          countLocally();
        } else {
          outage.end();
          callback(null, result);
        }
      };
      this.#redisStore.incr(key, onCounted, timeWindow, max);
    }

    child(options: object): FastifyRateLimitStore {
      return new Store(options);
    }
  }
  return { Store, close: () => redis.disconnect() };
}

/** Options with which `@fastify/rate-limit` creates the store for a route. */
interface StoreOptions {
  routeInfo?: { method?: unknown; url?: string };
}

/** A tracker for Redis outages, which logs when an outage starts and when it ends. */
class Outage {
  readonly #log: Pick<Logger, 'warn'>;
  #isOngoing = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** True if Redis failed so recently that a request should not wait for another timeout. */
  get hasFailedRecently(): boolean {
    return performance.now() - this.#failedAt < PAUSE_AFTER_FAILURE;
  }

  begin(error: Error): void {
    this.#failedAt = performance.now();
    if (!this.#isOngoing)
      this.#log.warn(
        { err: error },
        'REDIS_URL is not responding; rate limits now apply per process',
      );
    this.#isOngoing = true;
  }

  end(): void {
    if (this.#isOngoing) this.#log.warn('REDIS_URL is responding again; rate limits are shared');
    this.#isOngoing = false;
  }
}
