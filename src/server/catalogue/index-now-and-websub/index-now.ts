import type { FastifyInstance } from 'fastify';
import { articlePath, authorPath } from '#domain/paths.ts';
import {
  listArticlesWithUrls,
  listFormerArticleUrls,
} from '#server/catalogue/articles/articles-with-urls.ts';
import { findPublicAuthorAliasesByKeys } from '#server/catalogue/authors/repository.ts';
import type { Config } from '#server/platform/config.ts';
import { listIdsInCacheKeys } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { postOrThrow } from '#server/platform/http/post-or-throw.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { INDEX_NOW_JOB_DEFINITION } from './job-definitions.ts';

/**
 * Registers the route for the key file, which contains the IndexNow key. Search engines request this file to verify
 * that a notification comes from the owner of this website.
 */
export function indexNowKeyRoute(app: FastifyInstance, { INDEXNOW_KEY: key }: Config): void {
  if (!key) return;
  app.get(getKeyPath(key), { schema: { hide: true } }, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(key),
  );
}

/**
 * Creates the job that sends the URLs of changed articles and authors to IndexNow. The URLs include
 * those of withdrawn articles, which respond with 410, and of retired authors, which respond with
 * 404. If no key is configured, the job does nothing.
 */
export function createIndexNowJob(
  queries: Queries,
  { INDEXNOW_KEY: key, INDEXNOW_URL: endpoint, ORIGIN: origin }: Config,
): JobWithHandler<typeof INDEX_NOW_JOB_DEFINITION.payload> {
  return {
    ...INDEX_NOW_JOB_DEFINITION,
    async work({ items }, signal) {
      if (!key) return { skipped: 'INDEXNOW_KEY is not set' };
      const urlList = (await listChangedPaths(queries, items)).map((path) => origin + path);
      if (!urlList.length) return { urls: 0 };
      const message = {
        host: new URL(origin).host,
        key,
        keyLocation: origin + getKeyPath(key),
        urlList,
      };
      await postOrThrow('IndexNow', endpoint, {
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(message),
        signal,
      });
      return { urls: urlList.length };
    },
  };
}

function getKeyPath(key: string): string {
  return `/${key}.txt`;
}

/**
 * Returns the URL paths of changed articles and authors, and finally the former paths of these articles. Truncates the
 * list to the number of URLs that IndexNow accepts in one request.
 */
async function listChangedPaths(queries: Queries, keys: readonly string[]): Promise<string[]> {
  const articleIds = listIdsInCacheKeys(keys, 'article');
  const articles = await listArticlesWithUrls(queries, articleIds);
  const authorKeys = (['author', 'articles-of'] as const).flatMap((kind) =>
    listIdsInCacheKeys(keys, kind),
  );
  const aliases = await findPublicAuthorAliasesByKeys(queries, [...new Set(authorKeys)]);
  const formerUrls = await listFormerArticleUrls(queries, articleIds);
  return [
    ...articles.map(({ alias, slug }) => articlePath(alias, slug)),
    ...aliases.map(authorPath),
    ...formerUrls.map(({ alias, slug }) => articlePath(alias, slug)),
  ].slice(0, INDEX_NOW_JOB_DEFINITION.maxItems);
}
