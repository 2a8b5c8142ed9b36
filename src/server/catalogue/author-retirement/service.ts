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
 * What becomes of what somebody has published who leaves. Either way their addresses tell that they are gone (410), and
 * no list, shelf or search has them. `keep`: they are back when the author is. `archive`: they are withdrawn for good,
 * one by one, and stay so.
 */
export type ArticlePolicy = 'keep' | 'archive';

/**
 * Makes an author inactive, with a choice of what becomes of their articles, in one transaction; every cached page that
 * showed any of it ends. Of one who has left already, what was kept can still be archived. Throws
 * {@link NotFoundError} when there is no such author.
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
 * Makes an author active again, with what was kept of theirs, in one transaction. Throws {@link NotFoundError} when
 * there is no such author.
 */
export async function reinstateAuthor(queries: Queries, authorId: string): Promise<void> {
  await changeAuthor(queries, authorId, (transaction, changed) =>
    reinstateAuthorsWithin(transaction, [authorId], changed),
  );
}

/**
 * {@link retireAuthor} of several within a transaction that changes more and has locked them; what it changes is added to
 * `changed`, and the caller announces it.
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

/** {@link reinstateAuthor} of several, as {@link retireAuthorsWithin} does. */
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

/** The ids of what authors have published; all that shows them or any of it is added to `changed`. */
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
