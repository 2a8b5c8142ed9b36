import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../single-flight.ts';
import type { CachedResponse } from './cached-response.ts';

const MEBIBYTE = 1024 ** 2;
/** Milliseconds between attempts to render a stale response again. */
const RETRY_AFTER = 10_000;
/** Bytes that a response takes beside its bodies: the objects around them, and its entry. */
const OVERHEAD = 2048;
/** Changes remembered, to recognize a response that was rendered while its content changed. */
const MOST_CHANGES = 1000;

/** The result of rendering: a response, or something else, such as a redirect. */
export interface RenderResult<Other> {
  response?: CachedResponse;
  /** Whether the response may be sent to other clients too. */
  isCacheable?: boolean;
  other?: Other;
}

/**
 * Responses in memory by URL, within `maxBytes`; the least recently used is evicted first. A response stays until content
 * in it changes. A stale one stays too, in case it cannot be rendered again.
 */
export class ResponseCache<Other = never> {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #rendering = new SingleFlight<RenderResult<Other>>();
  /** Stale responses that are being served nevertheless. */
  readonly #stale = new WeakSet<CachedResponse>();
  /** Responses whose content may have changed: nobody knows. */
  readonly #unverified = new WeakSet<CachedResponse>();
  /** When each of those was last rendered again, in milliseconds since the process started. */
  readonly #triedAt = new WeakMap<CachedResponse, number>();
  /** The keys of each change, in order; the last is number `#changes`. Absent: anything may have changed. */
  readonly #history: (ReadonlySet<string> | undefined)[] = [];
  #changes = 0;
  #revalidate: ((address: string) => Promise<unknown>) | undefined;

  constructor(maxBytes = 64 * MEBIBYTE) {
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      allowStale: true,
      noDeleteOnStaleGet: true,
    });
  }

  /**
   * Returns the response at `address` unless it is stale. One whose content may have changed is returned and rendered again in
   * the background, if {@link revalidateWith} was called.
   */
  get(address: string): CachedResponse | undefined {
    const response = this.#responses.get(address, NOT_STALE);
    if (!response || !this.#unverified.has(response)) return response;
    if (!this.#revalidate) return undefined;
    this.#revalidateSoon(address, response, this.#revalidate);
    return response;
  }

  /**
   * Returns a stale response, and serves it a little longer: to others while one client waits for the new one, and to that
   * client too if the new one cannot be rendered.
   */
  serveStale(address: string): CachedResponse | undefined {
    const response = this.#responses.get(address);
    if (!response) return undefined;
    this.#stale.add(response);
    this.#store(address, response, RETRY_AFTER);
    return response;
  }

  /**
   * Returns the response at `address`, rendered if it is missing or stale. If its content changes while it is rendered, it is
   * returned to those who asked before the change, and not stored. Rejects as `render` does.
   */
  getOrRender(
    address: string,
    render: () => Promise<RenderResult<Other>>,
  ): Promise<RenderResult<Other>> {
    const cached = this.#responses.get(address, NOT_STALE);
    if (cached && !this.#stale.has(cached) && !this.#unverified.has(cached))
      return Promise.resolve({ response: cached, isCacheable: true });
    return this.#rendering.run(address, async () => {
      const since = this.#changes;
      const rendered = await render();
      const { response, isCacheable } = rendered;
      if (!response || !isCacheable) this.#responses.delete(address);
      else if (!this.#hasChangedSince(since, response.keys))
        this.#store(address, response, (response.maxAge ?? 0) * 1000);
      return rendered;
    });
  }

  /** Removes every response that contains content of one of `keys`. */
  invalidate(keys: readonly string[]): void {
    const changed = new Set(keys);
    this.#recordChange(changed);
    for (const [address, response] of this.#responses.entries())
      if (response.keys.some((key) => changed.has(key))) this.#responses.delete(address);
  }

  /**
   * Records that anything may have changed. Responses are still served, and each is rendered again in the background when it
   * is requested: after emptying the cache, every client would wait at once.
   */
  markAllStale(): void {
    this.#recordChange(undefined);
    for (const response of this.#responses.values()) this.#unverified.add(response);
  }

  /** Sets how the response at a URL is rendered again: by a call of {@link getOrRender}. */
  revalidateWith(revalidate: (address: string) => Promise<unknown>): void {
    this.#revalidate = revalidate;
  }

  /** The number of responses. */
  get size(): number {
    return this.#responses.size;
  }

  /** The bytes they hold. */
  get bytes(): number {
    return this.#responses.calculatedSize;
  }

  #store(address: string, response: CachedResponse, ttl: number): void {
    this.#responses.set(address, response, { size: sizeOf(address, response), ttl });
    response.onGrow = () => this.#updateSize(address, response);
  }

  /** Updates the size of a response that has grown. `set` ignores the same value, so it is removed first. */
  #updateSize(address: string, response: CachedResponse): void {
    if (this.#responses.peek(address, { allowStale: true }) !== response) return;
    const left = this.#responses.getRemainingTTL(address);
    this.#responses.delete(address);
    // It stays as old as it was; a stale one needs a positive time.
    const ttl = left === Number.POSITIVE_INFINITY ? 0 : Math.max(left, 1);
    this.#responses.set(address, response, { size: sizeOf(address, response), ttl });
  }

  /** Makes later requests start a rendering of their own. */
  #recordChange(changed: ReadonlySet<string> | undefined): void {
    this.#rendering.detachAll();
    this.#changes += 1;
    this.#history.push(changed);
    if (this.#history.length > MOST_CHANGES) this.#history.shift();
  }

  #hasChangedSince(since: number, keys: readonly string[]): boolean {
    const missed = this.#changes - since;
    if (missed > this.#history.length) return true;
    return this.#history
      .slice(this.#history.length - missed)
      .some((changed) => !changed || keys.some((key) => changed.has(key)));
  }

  #revalidateSoon(
    address: string,
    response: CachedResponse,
    revalidate: (address: string) => Promise<unknown>,
  ): void {
    const now = performance.now();
    const isTried = now - (this.#triedAt.get(response) ?? Number.NEGATIVE_INFINITY) < RETRY_AFTER;
    if (isTried || this.#rendering.isRunning(address)) return;
    this.#triedAt.set(response, now);
    // After a failure it is tried again later.
    revalidate(address).catch(() => {});
  }
}

const NOT_STALE = { allowStale: false };

function sizeOf(address: string, response: CachedResponse): number {
  return response.size + 2 * address.length + OVERHEAD;
}
