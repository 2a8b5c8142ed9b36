import { LRUCache } from 'lru-cache';
import { ElapsedTimeClock } from '../elapsed-time-clock.ts';
import { SingleFlight } from '../single-flight.ts';
import type { CachedResponse } from './cached-response.ts';
import { Recompressor } from './recompressor.ts';

const MEBIBYTE = 1024 ** 2;
/** Minimum time, in milliseconds, between attempts to rerender a stale or possibly outdated response. */
const RETRY_AFTER = 10_000;
/** Estimated memory, in bytes, that a cached response takes in addition to its bodies. */
const OVERHEAD = 2048;
/**
 * Maximum number of recent content changes that are kept in memory. They show whether a response's content has changed
 * while the response was being rendered.
 */
const MAX_REMEMBERED_CHANGES = 1000;

/** The result of rendering: a response, or another result such as a redirect. */
export interface RenderResult<Other> {
  response?: CachedResponse;
  /** True if the response may also be sent to other clients. */
  isCacheable?: boolean;
  other?: Other;
}

/**
 * An in-memory cache of responses by URL. If its size exceeds `maxBytes`, the least recently used response is evicted.
 * A response is fresh until its content changes or its maximum age is reached. A response past its maximum age stays in
 * the cache, in case rerendering it fails.
 */
export class ResponseCache<Other = never> {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #recompressor: Recompressor;
  readonly #rendering = new SingleFlight<RenderResult<Other>>();
  /** Stale responses that {@link get} still returns for a short time (see {@link serveStale}). */
  readonly #stale = new WeakSet<CachedResponse>();
  /** Responses whose content may have changed (see {@link markAllStale}). */
  readonly #unverified = new WeakSet<CachedResponse>();
  /** Time of the latest attempt to rerender a possibly outdated response, in milliseconds since the process started. */
  readonly #triedAt = new WeakMap<CachedResponse, number>();
  /**
   * The cache keys of each recent content change, oldest first. `undefined` stands for a change that may affect any
   * content. The last element describes change number `#changes`.
   */
  readonly #history: (ReadonlySet<string> | undefined)[] = [];
  #changes = 0;
  #revalidate: ((address: string) => Promise<unknown>) | undefined;

  constructor(maxBytes = 64 * MEBIBYTE, recompressor = new Recompressor()) {
    this.#recompressor = recompressor;
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      // This clock also counts the time during which the machine sleeps, so that pages that show a day's articles
      // always become stale at midnight.
      perf: new ElapsedTimeClock(),
      allowStale: true,
      noDeleteOnStaleGet: true,
    });
  }

  /**
   * Returns the cached response for the URL `address`, unless it is missing or stale. If the response's content may
   * have changed, returns it only if {@link setRevalidator} was called, and rerenders it in the background.
   */
  get(address: string): CachedResponse | undefined {
    const response = this.#responses.get(address, NOT_STALE);
    if (!response || !this.#unverified.has(response)) return response;
    if (!this.#revalidate) return undefined;
    this.#revalidateSoon(address, response, this.#revalidate);
    return response;
  }

  /**
   * Returns the stale response for the URL `address`, and makes {@link get} return it for ten seconds. During this
   * time, one client can wait for the new response, while all other clients get the stale response. If rendering fails,
   * call this method again.
   */
  serveStale(address: string): CachedResponse | undefined {
    const response = this.#responses.get(address);
    if (!response) return undefined;
    this.#stale.add(response);
    this.#store(address, response, RETRY_AFTER);
    return response;
  }

  /**
   * Returns the response for the URL `address`. If the response is missing, stale or possibly outdated, renders it
   * first. If the content changes during rendering, does not store the result, and returns it only to clients that sent
   * their requests before the change. Rejects if `render` rejects.
   */
  getOrRender(
    address: string,
    render: () => Promise<RenderResult<Other>>,
  ): Promise<RenderResult<Other>> {
    const cached = this.#responses.get(address, NOT_STALE);
    if (cached && !this.#stale.has(cached) && !this.#unverified.has(cached))
      return Promise.resolve({ response: cached, isCacheable: true });
    return this.#rendering.run(address, async () => {
      const changesBefore = this.#changes;
      const result = await render();
      const { response, isCacheable } = result;
      if (!response || !isCacheable) this.#responses.delete(address);
      else if (!this.#hasChangedSince(changesBefore, response.keys))
        this.#store(address, response, (response.maxAge ?? 0) * 1000);
      return result;
    });
  }

  /** Removes every response that contains content with one of these cache keys. */
  invalidate(keys: readonly string[]): void {
    const changedKeys = new Set(keys);
    this.#recordChange(changedKeys);
    for (const [address, response] of this.#responses.entries())
      if (response.keys.some((key) => changedKeys.has(key))) this.#responses.delete(address);
  }

  /**
   * Marks every response as possibly outdated. A marked response is still served, but when a client next requests it,
   * it is also rerendered in the background. If the cache were cleared instead, all clients would have to wait at once.
   */
  markAllStale(): void {
    this.#recordChange(undefined);
    for (const response of this.#responses.values()) this.#unverified.add(response);
  }

  /** Sets the function that rerenders the response for a URL. The function must call {@link getOrRender}. */
  setRevalidator(revalidate: (address: string) => Promise<unknown>): void {
    this.#revalidate = revalidate;
  }

  /** Number of cached responses. */
  get size(): number {
    return this.#responses.size;
  }

  /** Total size of the cached responses in bytes. */
  get bytes(): number {
    return this.#responses.calculatedSize;
  }

  #store(address: string, response: CachedResponse, ttl: number): void {
    this.#responses.set(address, response, { size: getEntrySize(address, response), ttl });
    response.onGrow = () => this.#updateSize(address, response);
    response.onPopular = (compress) => this.#recompressor.add(compress);
  }

  /**
   * Updates the size of the cache entry after the response has grown. The entry is removed and added again, because
   * `set` does not update the size if the value is the same object.
   */
  #updateSize(address: string, response: CachedResponse): void {
    if (this.#responses.peek(address, { allowStale: true }) !== response) return;
    const remainingTtl = this.#responses.getRemainingTTL(address);
    this.#responses.delete(address);
    // The new cache entry gets the old entry's remaining lifetime. `lru-cache` treats a lifetime of 0 as unlimited, so
    // a stale response's entry gets 1 ms.
    const ttl = remainingTtl === Number.POSITIVE_INFINITY ? 0 : Math.max(remainingTtl, 1);
    this.#responses.set(address, response, { size: getEntrySize(address, response), ttl });
  }

  /**
   * Records a content change. Later requests do not share the renderings that are now in progress, because their
   * results may be outdated.
   */
  #recordChange(changedKeys: ReadonlySet<string> | undefined): void {
    this.#rendering.detachAll();
    this.#changes += 1;
    this.#history.push(changedKeys);
    if (this.#history.length > MAX_REMEMBERED_CHANGES) this.#history.shift();
  }

  #hasChangedSince(changesBefore: number, keys: readonly string[]): boolean {
    const changeCount = this.#changes - changesBefore;
    if (changeCount > this.#history.length) return true;
    return this.#history
      .slice(this.#history.length - changeCount)
      .some((changedKeys) => !changedKeys || keys.some((key) => changedKeys.has(key)));
  }

  #revalidateSoon(
    address: string,
    response: CachedResponse,
    revalidate: (address: string) => Promise<unknown>,
  ): void {
    const now = performance.now();
    const wasTriedRecently =
      now - (this.#triedAt.get(response) ?? Number.NEGATIVE_INFINITY) < RETRY_AFTER;
    if (wasTriedRecently || this.#rendering.isRunning(address)) return;
    this.#triedAt.set(response, now);
    // Errors are ignored, because a later request for the same response will start another attempt.
    revalidate(address).catch(() => {});
  }
}

const NOT_STALE = { allowStale: false };

function getEntrySize(address: string, response: CachedResponse): number {
  return response.size + 2 * address.length + OVERHEAD;
}
