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
const MAX_BYTES = 8 * MEBIBYTE;
/** Maximum estimated size, in bytes, of the map from request keys to response keys. */
const MAX_REQUEST_KEY_BYTES = 2 * MEBIBYTE;
/** Maximum length of a response key in characters. A longer key is replaced with its hash. */
const MAX_RESPONSE_KEY_LENGTH = 200;
/**
 * Maximum length of a URL in characters. Requests with a longer URL are not added to the map from request keys to
 * response keys.
 */
const MAX_URL_LENGTH = 700;

/** The result of a public API call. */
export interface CacheableResult {
  data: unknown;
  /** The cache keys of the content in `data`. */
  keys: readonly string[];
  /**
   * Seconds until the result is stale. If omitted, the result is valid until content with one of the cache keys
   * changes.
   */
  maxAge?: number;
}

/**
 * Caches API responses that are the same for every client. Before rendering a response, calls `admit` to enforce a rate
 * limit. `admit` rejects if the client has exceeded the limit. Sends cached responses without calling `admit`.
 */
export class ApiResponseCache {
  readonly #admit: (request: FastifyRequest) => Promise<void>;
  readonly #cache = new ResponseCache(MAX_BYTES);
  /**
   * The response key of each recent request, by request key. Two requests whose parameters differ only in their order,
   * such as `?b=1&a=2` and `?a=2&b=1`, have different request keys, but the same response key.
   */
  readonly #responseKeys = new LRUCache<string, string>({
    maxSize: MAX_REQUEST_KEY_BYTES,
    sizeCalculation: (responseKey, requestKey) =>
      2 * (responseKey.length + requestKey.length) + 200,
  });

  constructor(admit: (request: FastifyRequest) => Promise<void>) {
    this.#admit = admit;
  }

  /**
   * Sends the cached response for `parameters`. If there is none, calls `find` and sends its result, serialized with
   * `schema`. `parameters` must contain all validated parameters that affect the result, in any order. A parameter that
   * is `undefined` is treated as absent. Rejects if `admit` or `find` rejects.
   */
  async respond(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: Readonly<Record<string, string | number | undefined>>,
    schema: z.ZodType,
    find: () => Promise<CacheableResult>,
  ): Promise<void> {
    const responseKey = createResponseKey(request.routeOptions.url ?? '', parameters);
    // Calls `admit` before rendering rather than during it. Concurrent requests share one rendering, but if `admit`
    // rejects one client, only that client's request must fail.
    if (!this.#cache.get(responseKey)) await this.#admit(request);
    const { response } = await this.#cache.getOrRender(responseKey, async () => ({
      response: renderJson(await find(), schema),
      isCacheable: true,
    }));
    const requestKey = getRequestKey(request);
    if (requestKey) this.#responseKeys.set(requestKey, responseKey);
    await sendCachedResponse(request, reply, response!, JSON_REPRESENTATION);
  }

  /** Returns the cached response to a GET request for `url`. Returns `undefined` if there is none. */
  find(url: string): ImmediateResponse | undefined {
    return this.#lookUp(url);
  }

  /**
   * Returns the cached response to a POST request with this URL and body hash. Returns `undefined` if there is none.
   */
  findByBody(url: string, hash: string): ImmediateResponse | undefined {
    return this.#lookUp(createPostRequestKey(url, hash));
  }

  #lookUp(requestKey: string): ImmediateResponse | undefined {
    const responseKey = this.#responseKeys.get(requestKey);
    const response = responseKey === undefined ? undefined : this.#cache.get(responseKey);
    return response && { cached: response, representation: JSON_REPRESENTATION };
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

const JSON_REPRESENTATION = 'json';

/**
 * Returns a key that identifies a request, without parsing the request: the URL and, for a POST request, the body's
 * hash. Returns `undefined` if the URL is too long or the hash is missing.
 */
function getRequestKey({ method, url, headers }: FastifyRequest): string | undefined {
  const hash = headers[CONTENT_HASH_HEADER];
  if (url.length > MAX_URL_LENGTH) return undefined;
  if (method === 'GET') return url;
  return method === 'POST' && typeof hash === 'string'
    ? createPostRequestKey(url, hash)
    : undefined;
}

const createPostRequestKey = (url: string, hash: string) => `${url} ${hash}`;

function createResponseKey(
  route: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const presentParameters = Object.entries(parameters).filter(([, value]) => value !== undefined);
  presentParameters.sort(([a], [b]) => (a < b ? -1 : 1));
  const responseKey = `${route} ${JSON.stringify(presentParameters)}`;
  return responseKey.length > MAX_RESPONSE_KEY_LENGTH ? computeEtag(responseKey) : responseKey;
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
  return new CachedResponse(traits, { [JSON_REPRESENTATION]: json }, bytes.length);
}
