import { aliasKey } from '#domain/addresses.ts';
import { aliasesById } from '#server/catalogue/authors/joins.ts';
import {
  keepArticleCounts,
  lockAuthors,
  reinstateAuthors,
  retireAuthors,
} from '#server/catalogue/authors/personas.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { archiveArticleRows, listPublishedOf, publishedCountOf } from '../articles/article-rows.ts';
import { announceContentChange } from '../publication/announce-content-change.ts';

/**
 * What becomes of what somebody has published who leaves. Either way their addresses tell that they are gone (410), and
 * no list, shelf or search has them. `keep`: they are back when the author is. `archive`: they are withdrawn for good,
 * one by one, and stay so.
 */
export type Legacy = 'keep' | 'archive';

/**
 * Makes an author inactive, with a choice of what becomes of their articles, in one transaction; every cached page that
 * showed any of it ends. Of one who has left already, what was kept can still be archived. Throws
 * {@link NotFoundError} when there is no such author.
 */
export async function retireAuthor(
  queries: Queries,
  authorId: string,
  articles: Legacy,
): Promise<void> {
  await changeOne(queries, authorId, (transaction, changed) =>
    retireWithin(transaction, [authorId], articles, changed),
  );
}

/**
 * Makes an author active again, with what was kept of theirs, in one transaction. Throws {@link NotFoundError} when
 * there is no such author.
 */
export async function bringBackAuthor(queries: Queries, authorId: string): Promise<void> {
  await changeOne(queries, authorId, (transaction, changed) =>
    bringBackWithin(transaction, [authorId], changed),
  );
}

/**
 * {@link retireAuthor} of several within a transaction that changes more and has locked them; what it changes is added to
 * `changed`, and the caller announces it.
 */
export async function retireWithin(
  transaction: Queries,
  authorIds: readonly string[],
  articles: Legacy,
  changed: Set<ContentKey>,
): Promise<void> {
  const articleIds = await noteWorks(transaction, authorIds, changed);
  await unindexArticles(transaction, articleIds);
  if (articles === 'archive') await archiveArticleRows(transaction, articleIds);
  await retireAuthors(transaction, authorIds);
}

/** {@link bringBackAuthor} of several, as {@link retireWithin} does. */
export async function bringBackWithin(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<void> {
  await reinstateAuthors(transaction, authorIds);
  await indexArticles(transaction, await noteWorks(transaction, authorIds, changed));
}

async function changeOne(
  queries: Queries,
  authorId: string,
  change: (transaction: Queries, changed: Set<ContentKey>) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const changed = new Set<ContentKey>();
    if (!(await aliasesById(transaction, [authorId])).size)
      throw new NotFoundError('Author not found.');
    await lockAuthors(transaction, [authorId]);
    await change(transaction, changed);
    await keepArticleCounts(transaction, [authorId], publishedCountOf);
    await announceContentChange(transaction, [...changed]);
  });
}

/** The ids of what authors have published; all that shows them or any of it is added to `changed`. */
async function noteWorks(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<string[]> {
  for (const alias of (await aliasesById(transaction, authorIds)).values())
    changed
      .add('authors')
      .add('list')
      .add(`author:${aliasKey(alias)}`)
      .add(`articles-of:${aliasKey(alias)}`);
  const works = await listPublishedOf(transaction, authorIds);
  for (const { id, category } of works) changed.add(`article:${id}`).add(`category:${category}`);
  return works.map(({ id }) => id);
}
