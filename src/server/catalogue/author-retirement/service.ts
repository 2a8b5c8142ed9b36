import { aliasKey } from '#domain/paths.ts';
import {
  activateAuthors,
  deactivateAuthors,
  lockAuthors,
  updateArticleCounts,
} from '#server/catalogue/authors/author-rows.ts';
import { findAliases } from '#server/catalogue/authors/joins.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  archiveArticleRows,
  countPublishedSql,
  listPublishedByAuthors,
} from '../articles/article-rows.ts';
import { announceContentChange } from '../publication/announce-content-change.ts';

/**
 * What happens to the articles of a retired author. In both cases their URLs respond with 410, and no list or search
 * contains them. `keep`: they return with the author. `archive`: they are withdrawn permanently.
 */
export type ArticlePolicy = 'keep' | 'archive';

/**
 * Retires an author in one transaction and invalidates every cached page that shows the author or their articles. For
 * an author who is already retired, `archive` withdraws the articles that were kept. Throws {@link NotFoundError} for
 * an unknown author.
 */
export async function retireAuthor(
  queries: Queries,
  authorId: string,
  articlePolicy: ArticlePolicy,
): Promise<void> {
  await changeAuthor(queries, authorId, (transaction, changed) =>
    retireAuthorsWithin(transaction, [authorId], articlePolicy, changed),
  );
}

/**
 * Makes a retired author active again, with the articles that were kept, in one transaction. Throws {@link
 * NotFoundError} for an unknown author.
 */
export async function reinstateAuthor(queries: Queries, authorId: string): Promise<void> {
  await changeAuthor(queries, authorId, (transaction, changed) =>
    reinstateAuthorsWithin(transaction, [authorId], changed),
  );
}

/**
 * Does what {@link retireAuthor} does for several authors, within a transaction that has locked them. Adds the cache
 * keys to `changed`; the caller announces them.
 */
export async function retireAuthorsWithin(
  transaction: Queries,
  authorIds: readonly string[],
  articlePolicy: ArticlePolicy,
  changed: Set<ContentKey>,
): Promise<void> {
  const articleIds = await collectPublishedArticles(transaction, authorIds, changed);
  await unindexArticles(transaction, articleIds);
  if (articlePolicy === 'archive') await archiveArticleRows(transaction, articleIds);
  await deactivateAuthors(transaction, authorIds);
}

/** Does what {@link reinstateAuthor} does for several authors; see {@link retireAuthorsWithin}. */
export async function reinstateAuthorsWithin(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<void> {
  await activateAuthors(transaction, authorIds);
  await indexArticles(transaction, await collectPublishedArticles(transaction, authorIds, changed));
}

async function changeAuthor(
  queries: Queries,
  authorId: string,
  change: (transaction: Queries, changed: Set<ContentKey>) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const changed = new Set<ContentKey>();
    if (!(await findAliases(transaction, [authorId])).size)
      throw new NotFoundError('Author not found.');
    await lockAuthors(transaction, [authorId]);
    await change(transaction, changed);
    await updateArticleCounts(transaction, [authorId], countPublishedSql);
    await announceContentChange(transaction, [...changed]);
  });
}

/** Returns the ids of the authors' published articles. Adds the cache keys of the authors and articles to `changed`. */
async function collectPublishedArticles(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<string[]> {
  for (const alias of (await findAliases(transaction, authorIds)).values())
    changed
      .add('authors')
      .add('list')
      .add(`author:${aliasKey(alias)}`)
      .add(`articles-of:${aliasKey(alias)}`);
  const articles = await listPublishedByAuthors(transaction, authorIds);
  for (const { id, category } of articles) changed.add(`article:${id}`).add(`category:${category}`);
  return articles.map(({ id }) => id);
}
