import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createRandomId } from './stripe-objects.ts';

/**
 * Thrown if another call with the same idempotency key is in progress. Stripe returns the same error
 * (https://docs.stripe.com/error-codes).
 */
export class IdempotencyKeyInUseError extends Error {
  override name = 'IdempotencyKeyInUseError';

  constructor() {
    super('There is currently another in-progress request using this idempotency key.');
  }
}

/** The idempotency keys of the calls that are in progress. */
export class IdempotencyKeysInUse {
  readonly #inProgress = new Set<string>();

  /**
   * Runs `call` with the idempotency key of a request. Throws {@link IdempotencyKeyInUseError} if another call with the
   * same key is in progress.
   */
  async runOnce<Result>(
    headers: IncomingHttpHeaders,
    call: (key: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const key = headers['idempotency-key'] as string | undefined;
    if (key === undefined) return call(key);
    if (this.#inProgress.has(key)) throw new IdempotencyKeyInUseError();
    this.#inProgress.add(key);
    try {
      return await call(key);
    } finally {
      this.#inProgress.delete(key);
    }
  }
}

/** Creates an ID from an idempotency key. The same key always produces the same ID. Without a key, the ID is random. */
export function createIdFromIdempotencyKey(prefix: string, key: string | undefined): string {
  if (key === undefined) return createRandomId(prefix);
  return `${prefix}_demo${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}
