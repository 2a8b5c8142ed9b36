import {
  type ArticlesWithAuthors,
  findArticlesWithAuthors,
} from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { type BookmarkListOptions, listBookmarkedArticleIds } from './repository.ts';
import { bookmarks } from './schema.ts';

/** Returns a page of a reader's bookmarked articles that are published, with the token for the next page. */
export async function listBookmarkedArticles(
  queries: Queries,
  user: User,
  listing: BookmarkListOptions,
  limit: number,
  token?: string,
): Promise<ArticlesWithAuthors & { nextToken: string | null }> {
  const { ids, nextToken } = await listBookmarkedArticleIds(queries, user, listing, limit, token);
  return { ...(await findArticlesWithAuthors(queries, ids)), nextToken };
}

export const bookmarksPersonalDataTable: PersonalDataTable = {
  table: bookmarks,
  changedAt: bookmarks.createdAt,
  deleteImmediately: false,
};
