import type { FeedReadFilter } from '#domain/feed-filter.ts';
import {
  type ArticlesWithAuthors,
  findArticlesWithAuthors,
} from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { listFeedArticleIds } from './repository.ts';

/** Returns a page of articles by followed authors, newest first, and the token for the next page. */
export async function listFeedArticles(
  queries: Queries,
  user: User,
  filter: FeedReadFilter,
  limit: number,
  token?: string,
): Promise<ArticlesWithAuthors & { nextToken: string | null }> {
  const { ids, nextToken } = await listFeedArticleIds(queries, user, filter, limit, token);
  return { ...(await findArticlesWithAuthors(queries, ids)), nextToken };
}
