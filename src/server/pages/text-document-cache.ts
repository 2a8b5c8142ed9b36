import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import {
  CachedResponse,
  computeEtag,
  PUBLIC_CACHE_CONTROL,
} from '#server/platform/http-cache/cached-response.ts';
import { type RenderResult, ResponseCache } from '#server/platform/http-cache/response-cache.ts';
import {
  type CachedResponseFinder,
  type ImmediateResponse,
  sendCachedResponse,
} from '#server/platform/http-cache/serve-from-cache.ts';
import { TrackedContentReader } from './tracked-content-reader.ts';

/**
 * The default maximum total size of the cached documents, in bytes. The documents have a separate cache, so that
 * programs that read all documents do not evict pages.
 */
const DEFAULT_MAX_BYTES = 24 * 1024 ** 2;
const REPRESENTATION = 'text';
/**
 * The maximum number of documents whose entity tags are cached. An entity tag and its document's cache keys take up
 * about 2 KB, a hundredth of the size of a feed.
 */
const MAX_VALIDATORS = 5000;

/** A public document for programs, such as a feed. */
export interface TextDocument {
  text: string;
  /** The media type with its charset. */
  type: string;
  /** Additional headers of the response. They override the server's default headers. */
  headers?: Readonly<Record<string, string>>;
  /**
   * The HTTP status of the response. It is 404 if the text only reports that the requested content does not exist. Such
   * a response is not cached. Default: 200.
   */
  status?: 404;
}

/** The current path of a document that was requested at another path. */
export interface MovedDocument {
  movedTo: string;
}

/** A function that creates a document from public content. Returns `undefined` if there is no such document. */
export type CreateTextDocument = (
  content: TrackedContentReader,
) => Promise<TextDocument | MovedDocument | undefined>;

export interface TextDocumentCacheOptions {
  queries: Queries;
  /** A function that counts a request toward the rate limits. It is called only for requests that render a document. */
  count: CountAction;
  /** The maximum total size of the cached documents, in bytes. */
  maxBytes?: number;
}

/** Renders documents for programs, such as feeds, on their first request. Caches them until their content changes. */
export class TextDocumentCache implements CachedResponseFinder {
  readonly #options: TextDocumentCacheOptions;
  readonly #cache: ResponseCache<MovedDocument>;
  /**
   * Responses without their bodies. They are enough to tell a program that a feed has not changed since the program
   * last requested it, which is the usual case. They are cached separately, because not all feeds fit into the cache of
   * complete responses.
   */
  readonly #validators = new LRUCache<string, CachedResponse>({ max: MAX_VALIDATORS });

  constructor(options: TextDocumentCacheOptions) {
    this.#options = options;
    this.#cache = new ResponseCache(options.maxBytes ?? DEFAULT_MAX_BYTES);
  }

  /**
   * Sends the document at `path`, and renders it with `create` if it is not cached. Sends a
   * permanent redirect if the document has moved, and a 404 error as JSON if there is no such
   * document.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    create: CreateTextDocument,
  ): Promise<FastifyReply> {
    if (!this.#cache.get(path)) await this.#options.count('uncachedResponse', request);
    const { response, other } = await this.#cache.getOrRender(path, () => this.#render(create));
    if (response) {
      this.#rememberValidator(path, response);
      return sendCachedResponse(request, reply, response, REPRESENTATION);
    }
    if (other) {
      reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return reply.redirect(other.movedTo, 301);
    }
    reply.callNotFound();
    return reply;
  }

  /**
   * Returns the cached document at a URL. If only the document's entity tag is cached, returns a response without a
   * body, which is sufficient for a 304 response. Returns `undefined` if the document must be rendered.
   */
  find(url: string): ImmediateResponse | undefined {
    const cached = this.#cache.get(url) ?? this.#validators.get(url);
    return cached && { cached, representation: REPRESENTATION };
  }

  /** Removes the cached documents that contain content with the given cache keys. */
  invalidate(keys: readonly string[]): void {
    this.#cache.invalidate(keys);
    const changedKeys = new Set(keys);
    for (const [path, validator] of this.#validators.entries())
      if (validator.keys.some((key) => changedKeys.has(key))) this.#validators.delete(path);
  }

  /** Marks all cached documents as stale. Called if content changes may have been missed. */
  markAllStale(): void {
    this.#cache.markAllStale();
    this.#validators.clear();
  }

  /** The number of cached documents and their total size in bytes. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.bytes };
  }

  /** Caches the entity tag of a response. Does nothing if the response itself is not cached or has a maximum age. */
  #rememberValidator(path: string, response: CachedResponse): void {
    if (response.maxAge !== undefined || this.#validators.has(path)) return;
    if (this.#cache.get(path) === response) this.#validators.set(path, response.withoutBodies());
  }

  async #render(create: CreateTextDocument): Promise<RenderResult<MovedDocument>> {
    const content = new TrackedContentReader(this.#options.queries, rejectCounts);
    const created = await create(content);
    if (!created) return {};
    if ('movedTo' in created) return { other: created };
    const { text, type, headers, status = 200 } = created;
    const { keys, maxAge } = content;
    const response = new CachedResponse(
      { status, etag: computeEtag(text), keys, audience: 'public', maxAge },
      { [REPRESENTATION]: { type, render: () => text, ...(headers && { headers }) } },
      Buffer.byteLength(text),
    );
    return { response, isCacheable: status === 200 };
  }
}

/**
 * Takes the place of a function that counts articles. Always rejects, because text documents contain no article counts.
 */
function rejectCounts(): Promise<never> {
  return Promise.reject(new Error('Text documents contain no article counts.'));
}
