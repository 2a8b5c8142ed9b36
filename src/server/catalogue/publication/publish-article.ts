import { normalizeAlias } from '#domain/paths.ts';
import {
  announceContentChange,
  type ContentCacheKey,
  listIdsInCacheKeys,
} from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import {
  CDN_PURGE_JOB_DEFINITION,
  enqueueCdnPurge,
} from '#server/platform/http-cache/cdn-purge.ts';
import { enqueueEach } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';
import {
  archiveArticleRows,
  createPublishedArticleCountSql,
  isUrlTakenByAnotherArticle,
  lockArticleRow,
  updateFormerUrlRedirects,
  upsertArticleRow,
} from '../articles/article-rows.ts';
import { runAndUpdateCategoryCounts } from '../articles/category-counts.ts';
import { findAliasesByAuthorId, updatePublishedArticleCounts } from '../authors/author-rows.ts';
import {
  enqueueIndexNowAndWebSubJobs,
  INDEX_NOW_JOB_DEFINITION,
  WEB_SUB_JOB_DEFINITION,
} from '../index-now-and-websub/job-definitions.ts';
import { NARRATE_JOB_DEFINITION } from '../narration/narrate-job.ts';
import { DRAW_PICTURES_JOB_DEFINITION } from '../pictures/draw-pictures-job.ts';
import { indexArticles, unindexArticles } from '../search/search-index.ts';

/**
 * The jobs that a change to public content enqueues. Every process that changes content must first create the queues of
 * these jobs.
 */
export const CONTENT_CHANGE_JOB_DEFINITIONS: readonly JobDefinition[] = [
  NARRATE_JOB_DEFINITION,
  DRAW_PICTURES_JOB_DEFINITION,
  CDN_PURGE_JOB_DEFINITION,
  INDEX_NOW_JOB_DEFINITION,
  WEB_SUB_JOB_DEFINITION,
];
/**
 * Version number of the first content change, which fills an empty library. For this change, no narrations are recorded
 * and no pictures are drawn in advance. Otherwise, all CPU cores would be busy for half an hour before the first visit.
 * IndexNow and WebSub are not notified either, because search engines find all pages in the sitemap.
 */
const INITIAL_CONTENT_VERSION = 1;

export type ArticleToPublish = Parameters<typeof upsertArticleRow>[1];

/**
 * Publishes a new article, or a new version of a published one. If the article's URL has changed, redirects the former
 * URL. Updates the search index and the article counts, and invalidates the caches of all processes. The caller must
 * pass a transaction that has locked the author (`lockAuthors`). Throws {@link ConflictError} if another article has
 * the same URL.
 */
export async function publishArticle(
  transaction: Queries,
  article: ArticleToPublish,
): Promise<void> {
  const { id, authorId, slug } = article;
  if (await isUrlTakenByAnotherArticle(transaction, { authorId, slug }, id))
    throw new ConflictError(
      'This author already has an article at that address. Choose a different one.',
    );
  const currentRow = await lockArticleRow(transaction, id);
  await runAndUpdateCategoryCounts(transaction, [id], () => upsertArticleRow(transaction, article));
  const hasMoved =
    currentRow?.wasPublished && (currentRow.slug !== slug || currentRow.authorId !== authorId);
  await updateFormerUrlRedirects(transaction, hasMoved ? [currentRow] : [], [{ authorId, slug }]);
  await indexArticles(transaction, [id]);
  const locations = [{ authorId, category: article.category }, ...(currentRow ? [currentRow] : [])];
  await updateCountsAndCaches(transaction, [id], locations);
}

/**
 * Archives articles, so that readers cannot see them. Updates the search index and the article counts, and invalidates
 * the caches of all processes. The caller must pass a transaction that has locked the authors (`lockAuthors`).
 */
export async function withdrawArticles(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  const rows = await Promise.all(ids.map((id) => lockArticleRow(transaction, id)));
  await runAndUpdateCategoryCounts(transaction, ids, () => archiveArticleRows(transaction, ids));
  await unindexArticles(transaction, ids);
  await updateCountsAndCaches(
    transaction,
    ids,
    rows.flatMap((row) => row ?? []),
  );
}

/**
 * Announces a change to public content to all processes, and enqueues the jobs that the change requires. `keys` are the
 * cache keys of the changed content. Jobs make the missing recordings and pictures of every article in `keys`. The
 * caller must pass the transaction that makes the change, so that the announcement and the jobs are committed together
 * with it.
 */
export async function announceContentChangeAndEnqueueJobs(
  transaction: Queries,
  keys: readonly ContentCacheKey[],
): Promise<void> {
  const version = await announceContentChange(transaction, keys);
  if (version !== INITIAL_CONTENT_VERSION) {
    const jobs = listIdsInCacheKeys(keys, 'article').map((articleId) => ({
      key: articleId,
      payload: { articleId },
    }));
    await enqueueEach(transaction, DRAW_PICTURES_JOB_DEFINITION, jobs);
    await enqueueEach(transaction, NARRATE_JOB_DEFINITION, jobs);
    await enqueueIndexNowAndWebSubJobs(transaction, keys);
  }
  await enqueueCdnPurge(transaction, keys);
}

async function updateCountsAndCaches(
  transaction: Queries,
  ids: readonly string[],
  locations: readonly { authorId: string; category: string }[],
): Promise<void> {
  const authorIds = locations.map(({ authorId }) => authorId);
  const aliases = await findAliasesByAuthorId(transaction, authorIds);
  const keys = new Set<ContentCacheKey>(['list', ...ids.map((id) => `article:${id}` as const)]);
  for (const { category } of locations) keys.add(`category:${category}`);
  // The author's own cache key (`author:`) is not added, because it would invalidate the pages of all other articles by
  // the author. These pages show how many articles the author has published, but this number may be a few minutes old.
  for (const alias of aliases.values())
    keys.add(`articles-of:${normalizeAlias(alias)}`).add('authors');
  await updatePublishedArticleCounts(transaction, authorIds, createPublishedArticleCountSql);
  await announceContentChangeAndEnqueueJobs(transaction, [...keys]);
}
