import type { Queries } from '#server/platform/db/database.ts';
import { rankArticles } from './count-queries.ts';

/** Number of days over which popularity is measured. */
const RANGE = 28;

/**
 * Returns the IDs of popular articles: up to `limit` of the articles that were listened to most in the last four weeks,
 * then up to `limit` of those that were read most.
 */
export async function listPopularArticleIds(queries: Queries, limit: number): Promise<string[]> {
  const heard = await rankArticles(queries, RANGE, 'listen25', limit);
  const read = await rankArticles(queries, RANGE, 'read', limit);
  return [...new Set([...heard, ...read].map(({ articleId }) => articleId))];
}

/** Returns the IDs of up to `limit` articles that readers bookmarked most in the last four weeks. */
export async function listMostBookmarkedArticleIds(
  queries: Queries,
  limit: number,
): Promise<string[]> {
  const ranked = await rankArticles(queries, RANGE, 'bookmarks', limit);
  return ranked.map(({ articleId }) => articleId);
}
