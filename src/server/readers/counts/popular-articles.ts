import {
  isPopularityRankingStored,
  storePopularityRanking,
} from '#server/catalogue/articles/popular-articles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { rankArticles } from './count-queries.ts';

/** Number of days over which popularity is measured. */
const RANGE = 28;

/**
 * Returns the IDs of popular articles: up to `limit` of the articles that were listened to most in the last four weeks,
 * then up to `limit` of those that were read most.
 */
export async function listMostListenedAndReadArticleIds(
  queries: Queries,
  limit: number,
): Promise<string[]> {
  const mostListened = await rankArticles(queries, RANGE, 'listen25', limit);
  const mostRead = await rankArticles(queries, RANGE, 'read', limit);
  return [...new Set([...mostListened, ...mostRead].map(({ articleId }) => articleId))];
}

/** Returns the IDs of the articles that readers bookmarked most often in the last four weeks, up to `limit` of them. */
export async function listMostBookmarkedArticleIds(
  queries: Queries,
  limit: number,
): Promise<string[]> {
  const ranked = await rankArticles(queries, RANGE, 'bookmarks', limit);
  return ranked.map(({ articleId }) => articleId);
}

/**
 * Number of reads that weigh as much as one bookmark in the ranking. A bookmark weighs more because every visitor can
 * read, but only signed-in readers can bookmark.
 */
const READS_PER_BOOKMARK = 10;
/**
 * Maximum number of articles from each of the two lists that the ranking combines: the most read and the most
 * bookmarked articles.
 */
const MAX_RANKED = 500;

/**
 * Ranks the popular articles by their reads and bookmarks in the last four weeks, and stores the ranking for a UTC day.
 * Does nothing if that day already has a ranking. The caller must pass a transaction in which it has called
 * `lockCounts`.
 */
export async function rankAndStorePopularArticles(
  transaction: Queries,
  day: string,
): Promise<void> {
  if (await isPopularityRankingStored(transaction, day)) return;
  const figures = [
    ...(await rankArticles(transaction, RANGE, 'read', MAX_RANKED)),
    ...(await rankArticles(transaction, RANGE, 'bookmarks', MAX_RANKED)),
  ];
  const scores = new Map(
    figures.map(({ articleId, read, bookmarks }) => [
      articleId,
      read + READS_PER_BOOKMARK * bookmarks,
    ]),
  );
  await storePopularityRanking(
    transaction,
    day,
    [...scores].map(([articleId, score]) => ({ articleId, score })),
  );
}
