import { normalizeAlias } from '#domain/paths.ts';
import {
  activateAuthors,
  deactivateAuthors,
  findAliasesByAuthorId,
  lockAuthors,
  updatePublishedArticleCounts,
} from '#server/catalogue/authors/author-rows.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  archiveArticleRows,
  createPublishedArticleCountSql,
  listPublishedArticlesByAuthors,
} from '../articles/article-rows.ts';
import { runAndUpdateCategoryCounts } from '../articles/category-counts.ts';
import { announceContentChangeAndEnqueueJobs } from '../publication/publish-article.ts';

/**
 * The policy for the articles of a retired author. With either policy, lists and search results omit the articles, and
 * their URLs respond with 410. With `keep`, the articles become visible again if the author returns. With `archive`,
 * they are withdrawn permanently.
 */
export type RetiredArticlesPolicy = 'keep' | 'archive';

/**
 * Retires an author in one transaction, and invalidates every cached page that shows the author or an article by the
 * author. If the author is already retired with the policy `keep`, a call with the policy `archive` withdraws the
 * articles permanently. Throws {@link NotFoundError} if the author does not exist.
 */
export async function retireAuthor(
  queries: Queries,
  authorId: string,
  articlePolicy: RetiredArticlesPolicy,
): Promise<void> {
  await changeAuthor(queries, authorId, (transaction, changedKeys) =>
    retireAuthorsInTransaction(transaction, [authorId], articlePolicy, changedKeys),
  );
}

/**
 * Makes a retired author active again in one transaction. The articles that the policy `keep` has preserved become
 * visible again. Throws {@link NotFoundError} if the author does not exist.
 */
export async function reinstateAuthor(queries: Queries, authorId: string): Promise<void> {
  await changeAuthor(queries, authorId, (transaction, changedKeys) =>
    reinstateAuthorsInTransaction(transaction, [authorId], changedKeys),
  );
}

/**
 * Retires several authors within the caller's transaction, in the same way as {@link retireAuthor}. Adds the cache keys
 * of the changed content to `changedKeys`. The caller must first lock the authors, and must then announce the cache
 * keys to all processes.
 */
export async function retireAuthorsInTransaction(
  transaction: Queries,
  authorIds: readonly string[],
  articlePolicy: RetiredArticlesPolicy,
  changedKeys: Set<ContentCacheKey>,
): Promise<void> {
  const articleIds = await collectPublishedArticles(transaction, authorIds, changedKeys);
  await unindexArticles(transaction, articleIds);
  await runAndUpdateCategoryCounts(transaction, articleIds, async () => {
    if (articlePolicy === 'archive') await archiveArticleRows(transaction, articleIds);
    await deactivateAuthors(transaction, authorIds);
  });
}

/**
 * Makes several retired authors active again within the caller's transaction, in the same way as
 * {@link reinstateAuthor}. Adds the cache keys of the changed content to `changedKeys`. The caller must first lock the
 * authors, and must then announce the cache keys to all processes.
 */
export async function reinstateAuthorsInTransaction(
  transaction: Queries,
  authorIds: readonly string[],
  changedKeys: Set<ContentCacheKey>,
): Promise<void> {
  const articleIds = await collectPublishedArticles(transaction, authorIds, changedKeys);
  await runAndUpdateCategoryCounts(transaction, articleIds, () =>
    activateAuthors(transaction, authorIds),
  );
  await indexArticles(transaction, articleIds);
}

async function changeAuthor(
  queries: Queries,
  authorId: string,
  change: (transaction: Queries, changedKeys: Set<ContentCacheKey>) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const changedKeys = new Set<ContentCacheKey>();
    if (!(await findAliasesByAuthorId(transaction, [authorId])).size)
      throw new NotFoundError('Author not found.');
    await lockAuthors(transaction, [authorId]);
    await change(transaction, changedKeys);
    await updatePublishedArticleCounts(transaction, [authorId], createPublishedArticleCountSql);
    await announceContentChangeAndEnqueueJobs(transaction, [...changedKeys]);
  });
}

/**
 * Returns the IDs of all published articles by the given authors. Adds the cache keys of the authors and articles to
 * `changedKeys`.
 */
async function collectPublishedArticles(
  transaction: Queries,
  authorIds: readonly string[],
  changedKeys: Set<ContentCacheKey>,
): Promise<string[]> {
  for (const alias of (await findAliasesByAuthorId(transaction, authorIds)).values())
    changedKeys
      .add('authors')
      .add('list')
      .add(`author:${normalizeAlias(alias)}`)
      .add(`articles-of:${normalizeAlias(alias)}`);
  const articles = await listPublishedArticlesByAuthors(transaction, authorIds);
  for (const { id, category } of articles)
    changedKeys.add(`article:${id}`).add(`category:${category}`);
  return articles.map(({ id }) => id);
}
