import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { CONTENT_HASH_HEADER } from '../http/content-hash.ts';
import { CachedResponse, computeEtag } from './cached-response.ts';
import { ResponseCache } from './response-cache.ts';
import { type ImmediateResponse, sendCachedResponse } from './serve-from-cache.ts';

const MEBIBYTE = 1024 ** 2;
/**
 * Maximum total size of the cached API responses, in bytes. The API has its own cache, so that a flood of API calls
 * cannot evict pages.
 */
const LARGEST = 8 * MEBIBYTE;
/** Maximum size, in bytes, of the map from request URLs to cache keys. The sizes of its entries are estimates. */
const LARGEST_SPELLINGS = 2 * MEBIBYTE;
/** Maximum length of a cache key in characters. A longer key is replaced by its hash. */
const MAX_KEY_LENGTH = 200;
/** Maximum length, in characters, of a request URL that is stored with its cache key. */
const MAX_URL_LENGTH = 700;

/** The result of a public API call. */
export interface CacheableResult {
  data: unknown;
  /** The cache keys of the content in `data`. */
  keys: readonly string[];
  /** Seconds until the result is stale. If omitted, the result is valid until the content of one of `keys` changes. */
  maxAge?: number;
}

/**
 * Caches API responses that are equal for every client. Calls `admit` before a response is rendered, and rejects if
 * `admit` does. Cached responses are sent without calling `admit`.
 */
export class ApiResponseCache {
  readonly #admit: (request: FastifyRequest) => Promise<void>;
  readonly #cache = new ResponseCache(LARGEST);
  /**
   * The cache key of each recently requested URL. URLs that differ only in the order of their parameters, such as
   * `?b=1&a=2` and `?a=2&b=1`, have the same key.
   */
  readonly #addresses = new LRUCache<string, string>({
    maxSize: LARGEST_SPELLINGS,
    sizeCalculation: (address, spelling) => 2 * (address.length + spelling.length) + 200,
  });

  constructor(admit: (request: FastifyRequest) => Promise<void>) {
    this.#admit = admit;
  }

  /**
   * Sends the cached response for `parameters`, or calls `find` and sends its result, serialized with `schema`.
   * `parameters` must contain all validated parameters that affect the result, in any order; `undefined` counts as
   * absent. Rejects if `admit` or `find` rejects.
   */
  async respond(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: Readonly<Record<string, string | number | undefined>>,
    schema: z.ZodType,
    find: () => Promise<CacheableResult>,
  ): Promise<void> {
    const address = addressOf(request.routeOptions.url ?? '', parameters);
    // `admit` is called before rendering rather than during it. Other clients may be waiting for the same rendering,
    // and must not be rejected because of this client.
    if (!this.#cache.get(address)) await this.#admit(request);
    const { response } = await this.#cache.getOrRender(address, async () => ({
      response: renderJson(await find(), schema),
      isCacheable: true,
    }));
    const spelling = spellingOf(request);
    if (spelling) this.#addresses.set(spelling, address);
    await sendCachedResponse(request, reply, response!, PART);
  }

  /** Returns the cached response to a GET request for `url`. Returns `undefined` if there is none. */
  find(url: string): ImmediateResponse | undefined {
    return this.#lookUp(url);
  }

  /**
   * Returns the cached response to a POST request for `url` whose body has this hash. Returns `undefined` if there is
   * none.
   */
  findByBody(url: string, hash: string): ImmediateResponse | undefined {
    return this.#lookUp(spellingOfCall(url, hash));
  }

  #lookUp(spelling: string): ImmediateResponse | undefined {
    const address = this.#addresses.get(spelling);
    const response = address === undefined ? undefined : this.#cache.get(address);
    return response && { cached: response, part: PART };
  }

  /** The number of cached responses, and their size in bytes. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.bytes };
  }

  invalidate(keys: readonly string[]): void {
    this.#cache.invalidate(keys);
  }

  markAllStale(): void {
    this.#cache.markAllStale();
  }
}

const PART = 'json';

/**
 * Returns a string that identifies a request: its URL and, if there is one, the hash of its body. No parsing is needed
 * to compute it. Returns `undefined` if the URL is too long.
 */
function spellingOf({ method, url, headers }: FastifyRequest): string | undefined {
  const hash = headers[CONTENT_HASH_HEADER];
  if (url.length > MAX_URL_LENGTH) return undefined;
  if (method === 'GET') return url;
  return method === 'POST' && typeof hash === 'string' ? spellingOfCall(url, hash) : undefined;
}

const spellingOfCall = (url: string, hash: string) => `${url} ${hash}`;

function addressOf(
  route: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  const address = `${route} ${JSON.stringify(given)}`;
  return address.length > MAX_KEY_LENGTH ? computeEtag(address) : address;
}

function renderJson({ data, keys, maxAge }: CacheableResult, schema: z.ZodType): CachedResponse {
  const bytes = Buffer.from(JSON.stringify(schema.parse({ data })));
  const traits = {
    status: 200,
    etag: computeEtag(bytes),
    keys,
    audience: 'public',
    maxAge,
  } as const;
  const json = { type: 'application/json; charset=utf-8', render: () => bytes.toString() };
  return new CachedResponse(traits, { [PART]: json }, bytes.length);
}
