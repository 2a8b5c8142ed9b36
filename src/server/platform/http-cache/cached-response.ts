import { createHash } from 'node:crypto';
import { SingleFlight } from '../single-flight.ts';
import { type ContentEncoding, encodeBody, recompressWithBrotli } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

/**
 * Seconds for which a shared cache, such as a CDN, may serve a response without revalidating it. Browsers revalidate a
 * response every time they use it.
 */
const SHARED_AGE = 60;
export const PUBLIC_CACHE_CONTROL = `public, max-age=0, s-maxage=${SHARED_AGE}, stale-while-revalidate=600`;
/** Number of requests after which a body is recompressed with the highest Brotli quality. */
const POPULAR_USES = 3;
export const PRIVATE_CACHE_CONTROL = 'private, no-cache';

/** A representation of a response (RFC 9110, 3.2), such as the HTML document or the JSON payload of a page. */
export interface ResponseRepresentation {
  /** The value of the `Content-Type` header. */
  type: string;
  /**
   * Renders the body. Called once for each content encoding, when a client first requests the body in this encoding.
   * All calls must return the same body.
   */
  render: () => string | RenderedBodyWithHeaders | Promise<string | RenderedBodyWithHeaders>;
  /**
   * True if `render` also returns headers. The body is then rendered even for a 304 response, which contains the
   * headers but no body.
   */
  hasHeaders?: boolean;
  /** Additional headers of the representation that do not depend on its body. */
  headers?: Readonly<Record<string, string>>;
}

/** A rendered body, with the headers that depend on it. */
export interface RenderedBodyWithHeaders {
  text: string;
  headers: Readonly<Record<string, string>>;
}

/** The properties that all representations of a response have in common. */
export interface ResponseTraits {
  status: number;
  /** A weak entity tag (RFC 9110, 8.8.3), which is the same for all representations and encodings. */
  etag: string;
  /** The cache keys of the content in the response. A change to any of this content invalidates the response. */
  keys: readonly string[];
  /** `public` if the response is the same for every client, so that shared caches may store it. */
  audience: 'public' | 'private';
  /**
   * Seconds until the response is stale. If omitted, the response is valid until content with one of its cache keys
   * changes.
   */
  maxAge?: number | undefined;
}

/**
 * A cached response, with one body for each combination of a representation and a content encoding. A body is rendered
 * and compressed when a client first requests it, because clients request only one of the six possible bodies of most
 * pages.
 */
export class CachedResponse implements ResponseTraits {
  readonly status: number;
  readonly etag: string;
  readonly keys: readonly string[];
  readonly audience: 'public' | 'private';
  readonly maxAge: number | undefined;
  readonly #representations: Readonly<Record<string, ResponseRepresentation>>;
  readonly #bodies = new Map<string, Buffer>();
  /** The headers that `render` has returned, by representation name. */
  readonly #headers = new Map<string, Readonly<Record<string, string>>>();
  readonly #renderings = new SingleFlight<Buffer>();
  /** Size in bytes of the data from which the bodies are rendered. */
  readonly #ownSize: number;
  /** Number of times that each Brotli body has been requested from the cache. */
  readonly #uses = new Map<string, number>();
  /**
   * Called when a Brotli body has been requested {@link POPULAR_USES} times. `compress` recompresses this body with the
   * highest quality.
   */
  onPopular: ((compress: () => Promise<void>) => void) | undefined;
  /** Called after the size of the response has changed, because a body was added or replaced. */
  onGrow: (() => void) | undefined;

  constructor(
    traits: ResponseTraits,
    representations: Readonly<Record<string, ResponseRepresentation>>,
    ownSize = 0,
  ) {
    this.status = traits.status;
    this.etag = traits.etag;
    this.keys = traits.keys;
    this.audience = traits.audience;
    this.maxAge = traits.maxAge;
    this.#representations = representations;
    this.#ownSize = ownSize;
  }

  /**
   * Returns a copy of the response without bodies. The copy takes little memory, and is all that is needed to send a
   * 304 response. Must be called only if the headers do not depend on the bodies.
   */
  withoutBodies(): CachedResponse {
    const representations = Object.entries(this.#representations).map(
      ([name, representation]) => [name, { ...representation, render: rejectRendering }] as const,
    );
    return new CachedResponse(this, Object.fromEntries(representations));
  }

  /**
   * Returns the body of a representation in a content encoding. Returns `undefined` if this body has not been rendered
   * and compressed before.
   */
  encodedBody(representation: string, encoding: ContentEncoding): Buffer | undefined {
    const name = `${representation} ${encoding}`;
    const body = this.#bodies.get(name);
    if (body && encoding === 'br' && this.onPopular) this.#countUse(name, body);
    return body;
  }

  /**
   * Returns the body of a representation in a content encoding. Renders and compresses the body when it is first
   * requested. Concurrent calls share this work.
   */
  body(representation: string, encoding: ContentEncoding, stopwatch?: Stopwatch): Promise<Buffer> {
    const name = `${representation} ${encoding}`;
    const cachedBody = this.encodedBody(representation, encoding);
    if (cachedBody) return Promise.resolve(cachedBody);
    return this.#renderings.run(name, async () => {
      const body = await this.#renderBody(representation, encoding, stopwatch);
      this.#bodies.set(name, body);
      this.onGrow?.();
      return body;
    });
  }

  #countUse(name: string, body: Buffer): void {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    if (uses <= POPULAR_USES) this.#uses.set(name, uses);
    if (uses !== POPULAR_USES) return;
    this.onPopular?.(async () => {
      this.#bodies.set(name, await recompressWithBrotli(body));
      this.onGrow?.();
    });
  }

  async #renderBody(
    representation: string,
    encoding: ContentEncoding,
    stopwatch: Stopwatch | undefined,
  ): Promise<Buffer> {
    const rendering = await this.#representations[representation]!.render();
    const { text, headers } = typeof rendering === 'string' ? { text: rendering } : rendering;
    if (headers) this.#headers.set(representation, headers);
    stopwatch?.lap('render');
    const body = await encodeBody(text, encoding);
    stopwatch?.lap('encode');
    return body;
  }

  getRepresentation(name: string): ResponseRepresentation {
    return this.#representations[name]!;
  }

  /**
   * Returns the additional headers of a representation. Returns `undefined` if the headers depend on the body and the
   * body has not been rendered.
   */
  renderedHeaders(representation: string): Readonly<Record<string, string>> | undefined {
    const { hasHeaders, headers = NO_HEADERS } = this.#representations[representation]!;
    if (!hasHeaders) return headers;
    const rendered = this.#headers.get(representation);
    return rendered && { ...headers, ...rendered };
  }

  /** Approximate memory use of the response in bytes. */
  get size(): number {
    let size = this.#ownSize + 1;
    for (const body of this.#bodies.values()) size += body.length;
    return size;
  }
}

const NO_HEADERS = {};

/** Returns a weak entity tag for a response that is rendered from `contents`. */
export function computeEtag(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content).update('\0');
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Returns the headers of a response with a body. Must be called only after the body has been rendered. */
export function createResponseHeaders(
  response: CachedResponse,
  representation: string,
  encoding: ContentEncoding,
  emitsCacheTags: boolean,
): Record<string, string> {
  return {
    ...createCachingHeaders(response, representation, emitsCacheTags),
    'content-type': response.getRepresentation(representation).type,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

/**
 * Returns the headers that control caching, and the representation's additional headers. A 304 response has only these
 * headers. If `emitsCacheTags` is true, the `cache-tag` header lists the response's cache keys. A CDN uses this header
 * for purging, and removes it from the response. If headers depend on the body, must be called only after the body has
 * been rendered.
 */
export function createCachingHeaders(
  response: CachedResponse,
  representation: string,
  emitsCacheTags: boolean,
): Record<string, string> {
  const { audience, status, etag, keys, maxAge } = response;
  const isShared = audience === 'public' && status === 200;
  const tags =
    emitsCacheTags && isShared && keys.filter((key) => VALID_CACHE_TAG.test(key)).join(',');
  return {
    'cache-control': isShared ? createPublicCacheControl(maxAge) : PRIVATE_CACHE_CONTROL,
    vary: 'accept-encoding',
    etag,
    ...(tags ? { 'cache-tag': tags } : {}),
    ...response.renderedHeaders(representation),
  };
}

/**
 * Returns the `Cache-Control` value of a public response. A `maxAge` below {@link SHARED_AGE} also limits how long
 * shared caches may serve the response.
 */
function createPublicCacheControl(maxAge: number | undefined): string {
  if (maxAge === undefined || maxAge > SHARED_AGE) return PUBLIC_CACHE_CONTROL;
  return `public, max-age=0, s-maxage=${maxAge}`;
}

/** Matches cache keys that may appear in the `cache-tag` header. */
const VALID_CACHE_TAG = /^[\w:-]+$/;

/**
 * Replaces the `render` function in a response without bodies, which can only be used to send 304 responses. Always
 * throws an Error.
 */
function rejectRendering(): never {
  throw new Error('This response has no body.');
}
