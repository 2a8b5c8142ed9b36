import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ALL_ARTICLES,
  WEB_FEED_FILE_TYPES,
  WEB_FEED_FORMATS,
  type WebFeedFormat,
  type WebFeedScope,
  webFeedPath,
} from '#domain/web-feeds.ts';
import { PUBLIC_CACHE_CONTROL } from '#server/platform/http-cache/cached-response.ts';
import type { CreateTextDocument, TextDocuments } from '../text-documents.ts';
import { renderWebFeed } from './render-web-feed.ts';
import { loadWebFeedContent } from './web-feed-content.ts';

/** Paths at which people and feed readers look for a website's feed. They redirect to the feed of all articles. */
const GUESSED_PATHS: Readonly<Record<string, WebFeedFormat>> = {
  '/feed': 'rss',
  '/rss': 'rss',
  '/rss.xml': 'rss',
  '/index.xml': 'rss',
  '/atom.xml': 'atom',
};

/**
 * Registers the feeds of all articles, of each author, and of each category and subcategory, in each format. URLs in
 * feeds begin with `origin`.
 */
export function webFeedRoutes(
  app: FastifyInstance,
  documents: TextDocuments,
  origin: string,
): void {
  const hidden = { schema: { hide: true } };
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    scope: WebFeedScope,
    format: WebFeedFormat,
  ) =>
    documents.send(
      request,
      reply,
      webFeedPath(scope, format),
      createWebFeedDocument(scope, format, origin),
    );

  for (const format of WEB_FEED_FORMATS) {
    const { extension } = WEB_FEED_FILE_TYPES[format];
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
  for (const [path, format] of Object.entries(GUESSED_PATHS))
    app.get(path, hidden, (_, reply) => {
      reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return reply.redirect(webFeedPath(ALL_ARTICLES, format), 301);
    });
}

/**
 * Returns the function that creates the feed of a scope. If the author's alias is spelled differently, the feed has
 * moved.
 */
function createWebFeedDocument(
  scope: WebFeedScope,
  format: WebFeedFormat,
  origin: string,
): CreateTextDocument {
  return async (content) => {
    const feed = await loadWebFeedContent(scope, content);
    if (!feed) return undefined;
    const path = webFeedPath(feed.scope, format);
    if (path !== webFeedPath(scope, format)) return { movedTo: path };
    const { type } = WEB_FEED_FILE_TYPES[format];
    return { text: renderWebFeed(feed, format, origin), type: `${type}; charset=utf-8` };
  };
}
