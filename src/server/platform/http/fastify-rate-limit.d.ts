/** Type definitions that `@fastify/rate-limit` does not provide for its internal stores. */

declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';

  /** A store that counts requests in this process, for at most `cache` keys. */
  export default class LocalStore {
    constructor(continueExceeding: boolean, exponentialBackoff: boolean, cache: number);
    incr: FastifyRateLimitStore['incr'];
  }
}

declare module '@fastify/rate-limit/store/RedisStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';
  import type { Redis } from 'ioredis';

  /** A store that counts requests in Redis. Every key in Redis starts with `prefix`. */
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
