import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { newId } from './objects.ts';

/** Another call with that key is under way, as Stripe says it (https://docs.stripe.com/error-codes). */
export class KeyInUse extends Error {
  override name = 'KeyInUse';

  constructor() {
    super('There is currently another in-progress request using this idempotency key.');
  }
}

/** The idempotency keys of calls that are under way. */
export class Keys {
  readonly #held = new Set<string>();

  /** Acts while nobody else does with the same key. Throws {@link KeyInUse}. */
  async take<Answer>(
    headers: IncomingHttpHeaders,
    act: (key: string | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const key = headers['idempotency-key'] as string | undefined;
    if (key === undefined) return act(key);
    if (this.#held.has(key)) throw new KeyInUse();
    this.#held.add(key);
    try {
      return await act(key);
    } finally {
      this.#held.delete(key);
    }
  }
}

/** An id: the same one for the same key. */
export function idFor(prefix: string, key: string | undefined): string {
  if (key === undefined) return newId(prefix);
  return `${prefix}_demo${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}
