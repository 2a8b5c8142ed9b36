import { and, count, desc, eq, sql } from 'drizzle-orm';
import { articles } from '#server/catalogue/articles/schema.ts';
import { findWithAuthors, type WithAuthors } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { decodePageToken, momentAndId, pageOf } from '#server/platform/db/page-token.ts';
import { addWithinLimit } from '#server/readers/accounts/limits.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { bookmarks } from './schema.ts';

/**
 * Bookmarks an article, within the tier's limit. Bookmarking it again changes nothing. What was withdrawn is
 * kept but not shown, and takes no place: nobody can make room with what they do not see.
 */
export function addBookmark(queries: Queries, user: User, articleId: string): Promise<void> {
  const own = eq(bookmarks.userId, user.id);
  return addWithinLimit(queries, user, 'bookmarks', {
    table: bookmarks,
    row: { userId: user.id, articleId },
    isThis: and(own, eq(bookmarks.articleId, articleId)),
    async countPlaces(transaction, limit) {
      const all = await transaction.$count(bookmarks, own);
      return all < limit ? all : countShown(transaction, user);
    },
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

/** A page of a reader's bookmarks of published articles, last bookmarked first. */
export async function listBookmarks(
  queries: Queries,
  user: User,
  limit: number,
  token?: string,
): Promise<WithAuthors & { nextToken: string | null }> {
  const context = `bookmarks ${user.id}`;
  const [at, id] = token ? decodePageToken(context, token, momentAndId) : [];
  const rows = await queries
    .select({ articleId: bookmarks.articleId, createdAt: bookmarks.createdAt })
    .from(bookmarks)
    .crossJoinLateral(publishedArticle(queries))
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
  const ids = page.map(({ articleId }) => articleId);
  return { ...(await findWithAuthors(queries, ids)), nextToken };
}

/** How many bookmarks a reader sees. */
async function countShown(queries: Queries, { id }: User): Promise<number> {
  const [row] = await queries
    .select({ shown: count() })
    .from(bookmarks)
    .crossJoinLateral(publishedArticle(queries))
    .where(eq(bookmarks.userId, id));
  return row!.shown;
}

/** The article of a bookmark, while it is published. */
function publishedArticle(queries: Queries) {
  return (
    queries
      .select({ id: articles.id })
      .from(articles)
      .where(and(eq(articles.id, bookmarks.articleId), eq(articles.status, 'published')))
      // One look a bookmark: as a plain join, a thousand bookmarks are compared with every article there is.
      .limit(1)
      .as('published')
  );
}
