/** The stores that `@fastify/rate-limit` counts in by itself; it says nothing of their types. */

declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';

  /** Counts in this process, for at most `cache` keys. */
  export default class LocalStore {
    constructor(continueExceeding: boolean, exponentialBackoff: boolean, cache: number);
    incr: FastifyRateLimitStore['incr'];
  }
}

declare module '@fastify/rate-limit/store/RedisStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';
  import type { Redis } from 'ioredis';

  /** Counts in Redis, under `prefix` and the key. */
  export default class RedisStore {
    constructor(
      continueExceeding: boolean,
      exponentialBackoff: boolean,
      redis: Redis,
      prefix: string,
    );
    incr: FastifyRateLimitStore['incr'];
  }
}
