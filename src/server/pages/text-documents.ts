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
 * Default maximum of the total size of the cached documents, in bytes. They have their own cache, so that programs that
 * read all of them cannot evict pages.
 */
const DEFAULT_MAX_BYTES = 24 * 1024 ** 2;
const REPRESENTATION = 'text';
/**
 * Maximum number of documents whose entity tags are remembered. An entity tag with the cache keys of its document takes
 * about 2 KB, a hundredth of a feed.
 */
const MAX_VALIDATORS = 5000;

/** A public text for programs, such as a feed. */
export interface TextDocument {
  text: string;
  /** Media type with its charset. */
  type: string;
  /** Headers that replace the headers of all responses. */
  headers?: Readonly<Record<string, string>>;
  /** Status of a text that says that something does not exist. It is not cached. Default: 200. */
  status?: 404;
}

/** Current path of a document that was requested at a different path. */
export interface MovedDocument {
  movedTo: string;
}

/** Creates a document from public content. Returns `undefined` if there is no such document. */
export type CreateTextDocument = (
  content: TrackedContentReader,
) => Promise<TextDocument | MovedDocument | undefined>;

export interface TextDocumentsOptions {
  queries: Queries;
  /** Counts a request toward the rate limits if it renders a document. */
  count: CountAction;
  /** Maximum total size of the cached documents, in bytes. */
  maxBytes?: number;
}

/** Renders texts for programs on their first request and caches them until their content changes. */
export class TextDocuments implements CachedResponseFinder {
  readonly #options: TextDocumentsOptions;
  readonly #cache: ResponseCache<MovedDocument>;
  /**
   * Responses without their bodies. There are more feeds than fit into the cache, and a program that polls one mostly
   * needs to know only that it has not changed.
   */
  readonly #validators = new LRUCache<string, CachedResponse>({ max: MAX_VALIDATORS });

  constructor(options: TextDocumentsOptions) {
    this.#options = options;
    this.#cache = new ResponseCache(options.maxBytes ?? DEFAULT_MAX_BYTES);
  }

  /**
   * Sends the document at `path`, and renders it with `create` if it is not cached. Sends a permanent redirect if the
   * document has moved, and the not-found page if there is no such document.
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
   * Returns the cached document at a URL, or a response without a body that suffices for a 304. Returns `undefined` if
   * the document must be rendered.
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

  /** Number of cached documents and their total size in bytes. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.bytes };
  }

  /** Remembers the entity tag of a response that the cache has stored, unless it becomes stale by its age. */
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

/** Rejects, since no text document contains article counts. */
function rejectCounts(): Promise<never> {
  return Promise.reject(new Error('Text documents contain no article counts.'));
}
