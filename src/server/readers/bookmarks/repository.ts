import { and, count, desc, eq, sql } from 'drizzle-orm';
import { refusalOfMore } from '#domain/tiers.ts';
import { publishedArticle } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { decodePageToken, momentAndId, pageOf } from '#server/platform/db/page-token.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { takeTurn, type User } from '#server/readers/accounts/service.ts';
import { bookmarks } from './schema.ts';

/**
 * Bookmarks an article; bookmarking it again changes nothing. Throws {@link ForbiddenError} when the tier holds
 * no more, and what {@link takeTurn} does. What was withdrawn is kept but not shown, and takes no place: nobody
 * can make room with what they do not see.
 */
export async function addBookmark(queries: Queries, user: User, articleId: string): Promise<void> {
  const own = eq(bookmarks.userId, user.id);
  await queries.transaction(async (transaction) => {
    const account = await takeTurn(transaction, user);
    const isThis = and(own, eq(bookmarks.articleId, articleId));
    if ((await transaction.$count(bookmarks, isThis)) > 0) return;
    const refusalAt = (places: number) => refusalOfMore(account, 'bookmarks', places);
    // Which of them are shown takes a look at each, and is asked at the limit alone.
    const refusal =
      refusalAt(await transaction.$count(bookmarks, own)) &&
      refusalAt(await countShown(transaction, user));
    if (refusal) throw new ForbiddenError(refusal);
    await transaction.insert(bookmarks).values({ userId: user.id, articleId });
  });
}

/** Takes a bookmark away. `false` when there was none. */
export async function removeBookmark(
  queries: Queries,
  { id }: User,
  articleId: string,
): Promise<boolean> {
  const removed = await queries
    .delete(bookmarks)
    .where(and(eq(bookmarks.userId, id), eq(bookmarks.articleId, articleId)))
    .returning({ articleId: bookmarks.articleId });
  return removed.length > 0;
}

/** The ids of a page of published articles a reader has bookmarked, last bookmarked first. */
export async function listBookmarkedIds(
  queries: Queries,
  user: User,
  limit: number,
  token?: string,
): Promise<{ ids: string[]; nextToken: string | null }> {
  const context = `bookmarks ${user.id}`;
  const [at, id] = token ? decodePageToken(context, token, momentAndId) : [];
  const rows = await queries
    .select({ articleId: bookmarks.articleId, createdAt: bookmarks.createdAt })
    .from(bookmarks)
    .crossJoinLateral(publishedArticle(bookmarks.articleId))
    .where(
      and(
        eq(bookmarks.userId, user.id),
        token
          ? sql`(${bookmarks.createdAt}, ${bookmarks.articleId}) < (${at}::timestamptz, ${id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.articleId))
    .limit(limit + 1);
  const { page, nextToken } = pageOf(rows, limit, context, (last) => [
    last.createdAt.toISOString(),
    last.articleId,
  ]);
  return { ids: page.map(({ articleId }) => articleId), nextToken };
}

/** How many bookmarks a reader sees. */
async function countShown(queries: Queries, { id }: User): Promise<number> {
  const [row] = await queries
    .select({ shown: count() })
    .from(bookmarks)
    .crossJoinLateral(publishedArticle(bookmarks.articleId))
    .where(eq(bookmarks.userId, id));
  return row!.shown;
}
