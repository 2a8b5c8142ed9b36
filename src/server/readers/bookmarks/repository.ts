import { and, asc, count, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { BookmarkFilter, BookmarkOrder } from '#domain/bookmark-order.ts';
import { ALIAS_PATTERN } from '#domain/paths.ts';
import { describeReachedLimit, TIER_BENEFITS } from '#domain/tiers.ts';
import { createPublishedArticleSubquery } from '#server/catalogue/articles/joins.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import { createArticleHeadSearchCondition } from '#server/catalogue/search/create-article-head-search-condition.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  timestampAndIdKeySchema,
} from '#server/platform/db/page-token.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { announceReaderDataChange } from '#server/readers/accounts/account-changes.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { hasReaderFinishedArticleSql } from '#server/readers/reading/repository.ts';
import { bookmarks } from './schema.ts';

/**
 * Bookmarks an article. Does nothing if the article is already bookmarked. Throws {@link ForbiddenError} if the
 * reader's tier allows no more bookmarks. Bookmarks of withdrawn articles do not count toward the limit, because
 * readers cannot see them. Also throws the same errors as {@link lockAccountOrThrow}.
 */
export async function addBookmark(queries: Queries, user: User, articleId: string): Promise<void> {
  const isOfReader = eq(bookmarks.userId, user.id);
  await queries.transaction(async (transaction) => {
    const account = await lockAccountOrThrow(transaction, user);
    const isThisBookmark = and(isOfReader, eq(bookmarks.articleId, articleId));
    if ((await transaction.$count(bookmarks, isThisBookmark)) > 0) return;
    const describeLimitAt = (bookmarkCount: number) =>
      describeReachedLimit(account, 'bookmarks', bookmarkCount);
    // Counts the bookmarks of published articles only if the total number of bookmarks has reached the limit, because
    // the query for that count is slow: it looks up each bookmarked article.
    const refusal =
      describeLimitAt(await transaction.$count(bookmarks, isOfReader)) &&
      describeLimitAt(await countVisibleBookmarks(transaction, user));
    if (refusal) throw new ForbiddenError(refusal);
    await transaction.insert(bookmarks).values({ userId: user.id, articleId });
    await announceReaderDataChange(transaction, user.id, 'bookmarks');
  });
}

/** Removes a bookmark. Returns false if the article was not bookmarked. */
export async function removeBookmark(
  queries: Queries,
  { id }: User,
  articleId: string,
): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const removed = await transaction
      .delete(bookmarks)
      .where(and(eq(bookmarks.userId, id), eq(bookmarks.articleId, articleId)))
      .returning({ articleId: bookmarks.articleId });
    if (removed.length > 0) await announceReaderDataChange(transaction, id, 'bookmarks');
    return removed.length > 0;
  });
}

/** The order and filters of a bookmark list. */
export interface BookmarkListOptions {
  show: BookmarkFilter;
  order: BookmarkOrder;
  /** Search words that a bookmarked article must contain. If empty, the bookmarks are not filtered by words. */
  query: string;
}

/** The first sort key for each bookmark order: its SQL expression, and the schema of its value in page tokens. */
const SORT_KEYS: Readonly<
  Record<
    BookmarkOrder,
    { createExpression: (article: Article, user: User) => SQL; schema: z.ZodType<string | number> }
  >
> = {
  kept: { createExpression: () => sql`0::int`, schema: z.literal(0) },
  author: {
    createExpression: () => sql`${authorAliasesAndLevelsSubquery.aliasKey}`,
    schema: z.string().regex(ALIAS_PATTERN),
  },
  length: {
    createExpression: ({ readingMinutes }) => sql`${readingMinutes}::int`,
    schema: z.int32(),
  },
  unread: {
    createExpression: (_, user) =>
      sql`(${hasReaderFinishedArticleSql(user, bookmarks.articleId)})::int`,
    schema: z.int().min(0).max(1),
  },
};
type Article = ReturnType<typeof createPublishedArticleSubquery>;

/**
 * Returns a page of the IDs of published articles that a reader has bookmarked. Articles with equal sort keys are
 * ordered by the time of the bookmark, newest first. Bookmarks that are added or removed between two requests do not
 * cause other articles to be repeated or skipped. With the order `unread`, an article may be repeated if the reader
 * finishes it between two requests, and may be skipped if the reader removes it from the history.
 */
export async function listBookmarkedArticleIds(
  queries: Queries,
  user: User,
  { show, order, query }: BookmarkListOptions,
  limit: number,
  token?: string,
): Promise<{ ids: string[]; nextToken: string | null }> {
  const context = `bookmarks ${user.id} ${order}${show === 'all' ? '' : `+${show}`} ${query}`;
  const article = createPublishedArticleSubquery(bookmarks.articleId);
  const rank = SORT_KEYS[order].createExpression(article, user);
  const isFinished = hasReaderFinishedArticleSql(user, bookmarks.articleId);
  const cursorSchema = z.tuple([SORT_KEYS[order].schema, ...timestampAndIdKeySchema.def.items]);
  const rows = await queries
    .select({
      articleId: bookmarks.articleId,
      createdAt: bookmarks.createdAt,
      rank: sql<string | number>`${rank}`,
    })
    .from(bookmarks)
    .crossJoinLateral(article)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, article.authorId),
    )
    .where(
      and(
        eq(bookmarks.userId, user.id),
        show === 'read' ? isFinished : undefined,
        show === 'unread' ? not(isFinished) : undefined,
        query ? createArticleHeadSearchCondition(bookmarks.articleId, query) : undefined,
        token ? isAfterCursor(rank, decodePageToken(context, token, cursorSchema)) : undefined,
      ),
    )
    .orderBy(asc(rank), desc(bookmarks.createdAt), desc(bookmarks.articleId))
    .limit(limit + 1);
  const { page, nextToken } = createPageFromRows(rows, limit, context, (last) => [
    last.rank,
    last.createdAt.toISOString(),
    last.articleId,
  ]);
  return { ids: page.map(({ articleId }) => articleId), nextToken };
}

function isAfterCursor(
  rank: SQL,
  [lastRank, lastCreatedAt, lastId]: readonly [
    rank: string | number,
    createdAt: string,
    id: string,
  ],
): SQL {
  const isOlder = sql`(${bookmarks.createdAt}, ${bookmarks.articleId}) < (${lastCreatedAt}::timestamptz, ${lastId}::uuid)`;
  return sql`(${rank} > ${lastRank} OR (${rank} = ${lastRank} AND ${isOlder}))`;
}

/**
 * Returns a reader's bookmarks of published articles as `alias:id` (spec 3, "Bookmark identity"),
 * newest first.
 */
export async function listBookmarkAliasesAndIds(queries: Queries, user: User): Promise<string[]> {
  const article = createPublishedArticleSubquery(bookmarks.articleId);
  const rows = await queries
    .select({ alias: authorAliasesAndLevelsSubquery.alias, id: bookmarks.articleId })
    .from(bookmarks)
    .crossJoinLateral(article)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, article.authorId),
    )
    .where(eq(bookmarks.userId, user.id))
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.articleId))
    .limit(TIER_BENEFITS.premium.bookmarks);
  return rows.map(({ alias, id }) => `${alias}:${id}`);
}

/** Returns true if a reader has more than `limit` bookmarks, including those of withdrawn articles. */
export async function hasMoreBookmarksThan(
  queries: Queries,
  { id }: User,
  limit: number,
): Promise<boolean> {
  const rows = await queries
    .select({ articleId: bookmarks.articleId })
    .from(bookmarks)
    .where(eq(bookmarks.userId, id))
    .limit(limit + 1);
  return rows.length > limit;
}

/** Counts a reader's bookmarks of published articles. */
async function countVisibleBookmarks(queries: Queries, { id }: User): Promise<number> {
  const [row] = await queries
    .select({ total: count() })
    .from(bookmarks)
    .crossJoinLateral(createPublishedArticleSubquery(bookmarks.articleId))
    .where(eq(bookmarks.userId, id));
  return row!.total;
}
