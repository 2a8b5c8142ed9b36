import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { CONTENT_HASH_HEADER } from '../http/content-hash.ts';
import { CachedResponse, computeEtag } from './cached-response.ts';
import { ResponseCache } from './response-cache.ts';
import { sendCachedResponse } from './send-response.ts';
import type { ReadyResponse } from './serve-from-cache.ts';

const MEBIBYTE = 1024 ** 2;
/** Bytes of cached responses. They are separate from pages, so that a flood of calls evicts no page. */
const LARGEST = 8 * MEBIBYTE;
/** Approximate bytes of remembered spellings. */
const LARGEST_SPELLINGS = 2 * MEBIBYTE;
/** Characters of a cache address; a longer one is replaced by its hash. */
const LONGEST_ADDRESS = 200;
/** Characters of a spelling; longer ones are not remembered. */
const LONGEST_SPELLING = 700;

/** The result of a public call. */
export interface CacheableResult {
  data: unknown;
  /** The cache keys of the content in it. */
  keys: readonly string[];
  /** Seconds until it is stale. Absent: until one of `keys` changes. */
  maxAge?: number;
}

/**
 * Caches the responses of API calls that are the same for every client. `admit` is called before a response is rendered, and
 * rejects to refuse it; cached responses are sent without it.
 */
export class ApiResponseCache {
  readonly #admit: (request: FastifyRequest) => Promise<void>;
  readonly #cache = new ResponseCache(LARGEST);
  /** The cache address of each recent spelling of a URL: `?b=1&a=2` is `?a=2&b=1`. */
  readonly #addresses = new LRUCache<string, string>({
    maxSize: LARGEST_SPELLINGS,
    sizeCalculation: (address, spelling) => 2 * (address.length + spelling.length) + 200,
  });

  constructor(admit: (request: FastifyRequest) => Promise<void>) {
    this.#admit = admit;
  }

  /**
   * Sends the result of `find`, or the cached one for the same `parameters`: those that matter, validated, in any order;
   * `undefined` counts as absent. The response holds what `schema` does. Rejects as `admit` and `find` do.
   */
  async respond(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: Readonly<Record<string, string | number | undefined>>,
    schema: z.ZodType,
    find: () => Promise<CacheableResult>,
  ): Promise<void> {
    const address = addressOf(request.routeOptions.url ?? '', parameters);
    // Outside of the rendering, which other clients may wait for too.
    if (!this.#cache.get(address)) await this.#admit(request);
    const { response } = await this.#cache.getOrRender(address, async () => ({
      response: renderJson(await find(), schema),
      isCacheable: true,
    }));
    const spelling = spellingOf(request);
    if (spelling) this.#addresses.set(spelling, address);
    await sendCachedResponse(request, reply, response!, PART);
  }

  /** Returns the cached response for a URL. */
  find(url: string): ReadyResponse | undefined {
    return this.#lookUp(url);
  }

  /** Returns the cached response for a URL and the hash of a body. */
  findByBody(url: string, hash: string): ReadyResponse | undefined {
    return this.#lookUp(spellingOfCall(url, hash));
  }

  #lookUp(spelling: string): ReadyResponse | undefined {
    const address = this.#addresses.get(spelling);
    const response = address === undefined ? undefined : this.#cache.get(address);
    return response && { cached: response, part: PART };
  }

  /** The number of responses, and the bytes they take. */
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

/** Returns what identifies a call before it is parsed: its URL, and the hash of its body. */
function spellingOf({ method, url, headers }: FastifyRequest): string | undefined {
  const hash = headers[CONTENT_HASH_HEADER];
  if (url.length > LONGEST_SPELLING) return undefined;
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
  return address.length > LONGEST_ADDRESS ? computeEtag(address) : address;
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
  const json = { type: 'application/json; charset=utf-8', text: () => bytes.toString() };
  return new CachedResponse(traits, { [PART]: json }, bytes.length);
}
