import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ALL_ARTICLES,
  FEED_FILE_TYPES,
  FEED_FORMATS,
  type FeedFormat,
  type FeedScope,
  feedPath,
} from '#domain/feeds.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import {
  CachedResponse,
  computeEtag,
  PUBLIC_CACHE_CONTROL,
} from '#server/platform/http-cache/cached-response.ts';
import { ResponseCache } from '#server/platform/http-cache/response-cache.ts';
import {
  type CachedResponseFinder,
  sendCachedResponse,
} from '#server/platform/http-cache/serve-from-cache.ts';
import { TrackedContentReader } from '../tracked-content-reader.ts';
import { type FeedContent, loadFeedContent } from './feed-content.ts';
import { renderFeed } from './render-feed.ts';

/** Maximum total size of the cached feeds, in bytes. Feeds have their own cache, so that they cannot evict pages. */
const MAX_BYTES = 24 * 1024 ** 2;

/** Paths at which people and feed readers look for a website's feed. They redirect to the feed of all articles. */
const GUESSED_PATHS = ['/feed', '/rss', '/rss.xml', '/atom.xml', '/index.xml'];

export interface FeedRouteOptions {
  queries: Queries;
  /** Origin of the website, such as `https://example.com`. URLs in feeds begin with it. */
  origin: string;
  /** Counts a request toward the rate limits if it renders a feed. */
  count: CountAction;
}

/** Cache of the rendered feeds. The caller must call its methods when content changes. */
export interface FeedCache extends CachedResponseFinder {
  invalidate(keys: readonly string[]): void;
  markAllStale(): void;
  /** Number of cached feeds and their total size in bytes. */
  readonly size: { entries: number; bytes: number };
}

/**
 * Registers the feeds of all articles, of each author, and of each category and subcategory, in each format. Returns
 * the cache of the rendered feeds.
 */
export function feedRoutes(app: FastifyInstance, options: FeedRouteOptions): FeedCache {
  const cache = new ResponseCache<FeedContent>(MAX_BYTES);
  const hidden = { schema: { hide: true } };

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    scope: FeedScope,
    format: FeedFormat,
  ): Promise<FastifyReply> => {
    const path = feedPath(scope, format);
    if (!cache.get(path)) await options.count('uncachedResponse', request);
    const { response, other } = await cache.getOrRender(path, () =>
      createFeedResponse(options, scope, format),
    );
    if (response) return sendCachedResponse(request, reply, response, format);
    if (!other) {
      reply.callNotFound();
      return reply;
    }
    reply.header('cache-control', PUBLIC_CACHE_CONTROL);
    return reply.redirect(feedPath(other.scope, format), 301);
  };

  for (const format of FEED_FORMATS) {
    const { extension } = FEED_FILE_TYPES[format];
    app.get(`/feed.${extension}`, hidden, (request, reply) =>
      send(request, reply, ALL_ARTICLES, format),
    );
    app.get<{ Params: { category: string } }>(
      `/feeds/:category(^[a-z]{3}).${extension}`,
      hidden,
      (request, reply) =>
        send(request, reply, { category: request.params.category, subcategory: null }, format),
    );
    app.get<{ Params: { category: string; subcategory: string } }>(
      `/feeds/:category(^[a-z]{3})/:subcategory(^[a-z]{3}).${extension}`,
      hidden,
      (request, reply) => send(request, reply, request.params, format),
    );
    app.get<{ Params: { alias: string } }>(
      `/authors/:alias/feed.${extension}`,
      hidden,
      (request, reply) => send(request, reply, request.params, format),
    );
  }
  for (const path of GUESSED_PATHS)
    app.get(path, hidden, (_, reply) => {
      reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return reply.redirect(feedPath(ALL_ARTICLES, path === '/atom.xml' ? 'atom' : 'rss'), 301);
    });

  return {
    find(url) {
      const cached = cache.get(url);
      const format = cached && FORMATS_BY_EXTENSION.get(url.slice(url.lastIndexOf('.') + 1));
      return format && { cached, representation: format };
    },
    invalidate: (keys) => cache.invalidate(keys),
    markAllStale: () => cache.markAllStale(),
    get size() {
      return { entries: cache.size, bytes: cache.bytes };
    },
  };
}

const FORMATS_BY_EXTENSION: ReadonlyMap<string, FeedFormat> = new Map(
  FEED_FORMATS.map((format) => [FEED_FILE_TYPES[format].extension, format]),
);

/**
 * Renders the feed of a scope. Returns the feed's content instead if the author's alias is now spelled differently, and
 * nothing if there is no such feed.
 */
async function createFeedResponse(
  { queries, origin }: FeedRouteOptions,
  scope: FeedScope,
  format: FeedFormat,
): Promise<{ response?: CachedResponse; isCacheable?: boolean; other?: FeedContent }> {
  const reader = new TrackedContentReader(queries, rejectCounts);
  const feed = await loadFeedContent(scope, reader);
  if (!feed) return {};
  if (feedPath(feed.scope, format) !== feedPath(scope, format)) return { other: feed };
  const text = renderFeed(feed, format, origin);
  const { type } = FEED_FILE_TYPES[format];
  const response = new CachedResponse(
    {
      status: 200,
      etag: computeEtag(text),
      keys: reader.keys,
      audience: 'public',
      maxAge: reader.maxAge,
    },
    { [format]: { type: `${type}; charset=utf-8`, render: () => text } },
    Buffer.byteLength(text),
  );
  return { response, isCacheable: true };
}

/** Rejects, since feeds contain no article counts. */
function rejectCounts(): Promise<never> {
  return Promise.reject(new Error('A feed contains no article counts.'));
}
