import {
  ALL_ARTICLES_SCOPE,
  WEB_FEED_FORMATS,
  type WebFeedScope,
  webFeedPath,
} from '#domain/web-feeds.ts';
import { listArticlesWithUrls } from '#server/catalogue/articles/articles-with-urls.ts';
import { findPublicAuthorAliasesByKeys } from '#server/catalogue/authors/repository.ts';
import type { Config } from '#server/platform/config.ts';
import { listIdsInCacheKeys } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { postOrThrow } from '#server/platform/http/post-or-throw.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { WEB_SUB_JOB_DEFINITION } from './job-definitions.ts';

/** Maximum number of feed URLs in one request to the hub. */
const MAX_FEEDS_PER_REQUEST = 100;

/**
 * Creates the job that notifies the WebSub hub of changed feeds. These are the feed of all articles, and the feeds of
 * the authors, categories and subcategories of changed articles, in each format. The hub then fetches these feeds and
 * sends them to its subscribers. If no hub is configured, the job does nothing.
 */
export function createWebSubJob(
  queries: Queries,
  { WEBSUB_HUB_URL: hubUrl, ORIGIN: origin }: Config,
): JobWithHandler<typeof WEB_SUB_JOB_DEFINITION.payload> {
  return {
    ...WEB_SUB_JOB_DEFINITION,
    async work({ items }, signal) {
      if (!hubUrl) return { skipped: 'WEBSUB_HUB_URL is not set' };
      const urls = (await listChangedScopes(queries, items)).flatMap((scope) =>
        WEB_FEED_FORMATS.map((format) => origin + webFeedPath(scope, format)),
      );
      // A retry sends all URLs again, including those that were already sent. This does no harm, because a hub ignores
      // feeds that have not changed since it last fetched them.
      for (let start = 0; start < urls.length; start += MAX_FEEDS_PER_REQUEST)
        await notifyHub(hubUrl, urls.slice(start, start + MAX_FEEDS_PER_REQUEST), signal);
      return { feeds: urls.length };
    },
  };
}

/** Notifies a hub of changed feeds. Uses the format of PubSubHubbub 0.3, which hubs still support. */
function notifyHub(hubUrl: string, urls: readonly string[], signal: AbortSignal): Promise<void> {
  const body = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const url of urls) body.append('hub.url', url);
  return postOrThrow('The WebSub hub', hubUrl, { body, signal });
}

async function listChangedScopes(
  queries: Queries,
  keys: readonly string[],
): Promise<WebFeedScope[]> {
  const articles = await listArticlesWithUrls(queries, listIdsInCacheKeys(keys, 'article'));
  if (!articles.length) return [];
  const aliases = await findPublicAuthorAliasesByKeys(
    queries,
    listIdsInCacheKeys(keys, 'articles-of'),
  );
  // If an article moves to another category, the feed of its former category changes too.
  const categories = new Set([
    ...articles.map(({ category }) => category),
    ...listIdsInCacheKeys(keys, 'category'),
  ]);
  const subcategories = new Map(
    articles.map(({ category, subcategory }) => [
      `${category}/${subcategory}`,
      { category, subcategory },
    ]),
  );
  return [
    ALL_ARTICLES_SCOPE,
    ...[...new Set([...aliases, ...articles.map(({ alias }) => alias)])].map((alias) => ({
      alias,
    })),
    ...[...categories].map((category) => ({ category, subcategory: null })),
    ...subcategories.values(),
  ];
}
