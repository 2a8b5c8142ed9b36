import { desc, not } from 'drizzle-orm';
import type { FeedReadFilter } from '#domain/feed-filter.ts';
import { createAuthorNewestArticlesSubquery } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  timestampAndIdKeySchema,
} from '#server/platform/db/page-token.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { createFollowedAuthorsSubquery } from '#server/readers/follows/repository.ts';
import { hasReaderFinishedArticleSql } from '#server/readers/reading/repository.ts';

/**
 * Returns a page of the IDs of articles by followed authors, newest first. Reads at most one page of rows per author,
 * plus one row for each article that the filter excludes.
 */
export async function listFeedArticleIds(
  queries: Queries,
  user: User,
  filter: FeedReadFilter,
  limit: number,
  token?: string,
): Promise<{ ids: string[]; nextToken: string | null }> {
  const isUnread = filter === 'unread';
  // A page token is valid only for the reader and the filter for which it was created.
  const context = isUnread ? `feed unread ${user.id}` : `feed ${user.id}`;
  const [publishedAt, id] = token ? decodePageToken(context, token, timestampAndIdKeySchema) : [];
  const cursor = publishedAt && id ? { publishedAt, id } : undefined;
  const followed = createFollowedAuthorsSubquery(user);
  const newest = createAuthorNewestArticlesSubquery(
    followed.id,
    limit + 1,
    cursor,
    isUnread ? (articleId) => not(hasReaderFinishedArticleSql(user, articleId)) : undefined,
  );
  const rows = await queries
    .select({ id: newest.id, publishedAt: newest.publishedAt })
    .from(followed)
    .crossJoinLateral(newest)
    .orderBy(desc(newest.publishedAt), desc(newest.id))
    .limit(limit + 1);
  const { page, nextToken } = createPageFromRows(rows, limit, context, (last) => [
    last.publishedAt.toISOString(),
    last.id,
  ]);
  return { ids: page.map(({ id }) => id), nextToken };
}
