import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ALL_ARTICLES_SCOPE,
  WEB_FEED_FILE_TYPES,
  WEB_FEED_FORMATS,
  type WebFeedFormat,
  type WebFeedScope,
  webFeedPath,
} from '#domain/web-feeds.ts';
import { PUBLIC_CACHE_CONTROL } from '#server/platform/http-cache/cached-response.ts';
import { createLinkHeader, type ResponseLink } from '../link-header.ts';
import type { CreateTextDocument, TextDocumentCache } from '../text-document-cache.ts';
import { renderWebFeed, type WebFeedSite } from './render-web-feed.ts';
import { loadWebFeedContent } from './web-feed-content.ts';

/**
 * The paths at which people and feed readers usually look for a website's feed. Requests for these paths are redirected
 * to the feed of all articles.
 */
const GUESSED_PATHS: Readonly<Record<string, WebFeedFormat>> = {
  '/feed': 'rss',
  '/rss': 'rss',
  '/rss.xml': 'rss',
  '/index.xml': 'rss',
  '/atom.xml': 'atom',
};

/**
 * Registers the feed of all articles, and a feed for each author, category and subcategory. Each feed is available in
 * every format. Octavo's URLs in the feeds are absolute, starting with `origin`. `hubUrl` is the URL of the WebSub hub,
 * if there is one.
 */
export function webFeedRoutes(
  app: FastifyInstance,
  documents: TextDocumentCache,
  origin: string,
  hubUrl?: string,
): void {
  const hidden = { schema: { hide: true } };
  const sendFeed = (
    request: FastifyRequest,
    reply: FastifyReply,
    scope: WebFeedScope,
    format: WebFeedFormat,
  ) =>
    documents.send(
      request,
      reply,
      webFeedPath(scope, format),
      createWebFeedDocument(scope, format, { origin, hubUrl }),
    );

  for (const format of WEB_FEED_FORMATS) {
    const { extension } = WEB_FEED_FILE_TYPES[format];
    app.get(`/feed.${extension}`, hidden, (request, reply) =>
      sendFeed(request, reply, ALL_ARTICLES_SCOPE, format),
    );
    app.get<{ Params: { category: string } }>(
      `/feeds/:category(^[a-z]{3}).${extension}`,
      hidden,
      (request, reply) =>
        sendFeed(request, reply, { category: request.params.category, subcategory: null }, format),
    );
    app.get<{ Params: { category: string; subcategory: string } }>(
      `/feeds/:category(^[a-z]{3})/:subcategory(^[a-z]{3}).${extension}`,
      hidden,
      (request, reply) => sendFeed(request, reply, request.params, format),
    );
    app.get<{ Params: { alias: string } }>(
      `/authors/:alias/feed.${extension}`,
      hidden,
      (request, reply) => sendFeed(request, reply, request.params, format),
    );
  }
  for (const [path, format] of Object.entries(GUESSED_PATHS))
    app.get(path, hidden, (_, reply) => {
      reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return reply.redirect(webFeedPath(ALL_ARTICLES_SCOPE, format), 301);
    });
}

/**
 * Returns a function that creates the feed for a scope. If the scope contains an author's former alias or another
 * spelling of the alias, the function returns the feed's current path instead.
 */
function createWebFeedDocument(
  scope: WebFeedScope,
  format: WebFeedFormat,
  site: WebFeedSite,
): CreateTextDocument {
  return async (content) => {
    const feed = await loadWebFeedContent(scope, content);
    if (!feed) return undefined;
    const path = webFeedPath(feed.scope, format);
    if (path !== webFeedPath(scope, format)) return { movedTo: path };
    const { type } = WEB_FEED_FILE_TYPES[format];
    return {
      text: renderWebFeed(feed, format, site),
      type: `${type}; charset=utf-8`,
      ...(site.hubUrl && {
        headers: { link: createLinkHeader(createHubLinks(site.hubUrl, site.origin + path)) },
      }),
    };
  };
}

/** Returns the links from a feed to its hub and to itself (WebSub, section 4). */
function createHubLinks(hubUrl: string, selfUrl: string): ResponseLink[] {
  return [
    { url: hubUrl, rel: 'hub' },
    { url: selfUrl, rel: 'self' },
  ];
}
