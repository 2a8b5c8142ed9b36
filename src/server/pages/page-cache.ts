import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A body as it goes over the wire, in every encoding a browser may ask for. */
export interface Encodings {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** A page rendered once: the document, and the payload on its own. */
export interface CachedPage {
  status: number;
  document: Encodings;
  payload: Encodings;
  etag: string;
  keys: readonly string[];
  /** `public`: the same for everybody, so that shared caches may keep it too. */
  audience: 'public' | 'private';
  /** Seconds until it is out of date by itself; absent: not before one of its keys changes. */
  maxAge?: number | undefined;
}

const MEBIBYTE = 1024 ** 2;
/** Milliseconds a page past its age is served for, until it is tried again to render it anew. */
const RETRY_AFTER = 10_000;
/** Brotli's quality for pages: above this, size hardly falls and time doubles. */
const BROTLI_QUALITY = 5;

/**
 * Rendered pages in memory, within `maxBytes`; the least recently asked for goes first. A page stays until
 * something it was made from changes. Past its age it stays too, for when it cannot be rendered anew.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  /** Renderings under way, so that many readers of a new page cause one. */
  readonly #underWay = new Map<string, Promise<CachedPage>>();
  /** Pages past their age that are served nevertheless. */
  readonly #prolonged = new WeakSet<CachedPage>();
  /** Counts changes: a page that was rendered across one is not kept. */
  #changes = 0;

  constructor(maxBytes = 64 * MEBIBYTE) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      allowStale: true,
      noDeleteOnStaleGet: true,
    });
  }

  /** The page at `address`, unless it is past its age. */
  get(address: string): CachedPage | undefined {
    return this.#pages.get(address, NOT_STALE);
  }

  /**
   * Lets a page past its age be served a little longer, and gives it: to everybody else while one reader
   * waits for the new one, and to that reader too when the new one cannot be had.
   */
  prolong(address: string): CachedPage | undefined {
    const page = this.#pages.get(address);
    if (!page) return undefined;
    this.#prolonged.add(page);
    this.#pages.set(address, page, { ttl: RETRY_AFTER });
    return page;
  }

  /** How many changes there have been: to be noted before anything is read that a page is made of. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * The page at `address`, rendered when it is not there or past its age. What it is made of was read after
   * `since` changes; a page with a change since then is not kept. Rejects as `render` does, keeping nothing.
   */
  async getOrRender(
    address: string,
    since: number,
    render: () => Promise<CachedPage>,
  ): Promise<CachedPage> {
    const kept = this.get(address);
    if (kept && !this.#prolonged.has(kept)) return kept;
    const underWay = this.#underWay.get(address);
    if (underWay) return underWay;
    const rendering = render()
      .then((page) => {
        const ttl = (page.maxAge ?? 0) * 1000;
        if (since === this.#changes) this.#pages.set(address, page, { ttl });
        return page;
      })
      .finally(() => {
        if (this.#underWay.get(address) === rendering) this.#underWay.delete(address);
      });
    this.#underWay.set(address, rendering);
    return rendering;
  }

  /** Drops every page made from one of `keys`, or all pages. */
  drop(keys: readonly string[] | undefined): void {
    this.#changes += 1;
    this.#underWay.clear();
    if (!keys) this.#pages.clear();
    const changed = new Set(keys);
    for (const [address, page] of this.#pages.entries())
      if (page.keys.some((key) => changed.has(key))) this.#pages.delete(address);
  }

  /** How many pages are kept. */
  get size(): number {
    return this.#pages.size;
  }
}

const NOT_STALE = { allowStale: false };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses a body in every encoding. */
export async function encode(text: string): Promise<Encodings> {
  const identity = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    toBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    toGzip(identity),
  ]);
  return { identity, gzip: gzipped, br };
}

/** The best encoding a request accepts. */
export function encodingOf(accepted: string | undefined): keyof Encodings {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted)) return 'gzip';
  return 'identity';
}

function sizeOf({ document, payload }: CachedPage): number {
  return [document, payload].reduce(
    (sum, { identity, gzip, br }) => sum + identity.length + gzip.length + br.length,
    1,
  );
}
