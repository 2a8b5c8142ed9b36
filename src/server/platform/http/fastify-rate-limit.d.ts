/** Types of the stores inside `@fastify/rate-limit`, for which the package has no type definitions. */

declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';

  /** A store that counts in this process, for at most `cache` keys. */
  export default class LocalStore {
    constructor(continueExceeding: boolean, exponentialBackoff: boolean, cache: number);
    incr: FastifyRateLimitStore['incr'];
  }
}

declare module '@fastify/rate-limit/store/RedisStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';
  import type { Redis } from 'ioredis';

  /** A store that counts in Redis. Each key is stored with `prefix` before it. */
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
