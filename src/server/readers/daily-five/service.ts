import type { ArticleMeta } from '#domain/article.ts';
import { DAILY_FIVE_SIZE, type DailyFiveArticle } from '#domain/daily-five.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { findArticlesWithAuthors } from '#server/catalogue/articles/service.ts';
import { listSuggestionCandidates } from '#server/catalogue/articles/suggestions.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { isDatabaseUnavailableError } from '#server/platform/db/unavailable.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { listMostBookmarkedArticleIds } from '#server/readers/counts/popular-articles.ts';
import { listFeedArticleIds } from '#server/readers/feed/repository.ts';
import {
  filterFinishedArticleIds,
  listReadArticleIdsWithCompletion,
} from '#server/readers/reading/repository.ts';
import {
  chooseDailyFive,
  type DailyFiveCandidate,
  type DailyFivePick,
} from './choose-daily-five.ts';
import {
  findDailyFive,
  findVisitorDailyFive,
  listEarlierPicks,
  listEarlierVisitorPicks,
  storeDailyFive,
  storeVisitorDailyFive,
} from './repository.ts';
import { dailyFives } from './schema.ts';

/** Number of recent articles per category from which the daily five are chosen. */
const CANDIDATES_PER_CATEGORY = 50;
/**
 * Maximum number of candidates for the daily five from each of two lists: articles by followed authors, and popular
 * articles.
 */
const CANDIDATES_PER_LIST = 20;
/** Number of a reader's most recently read articles that are excluded from the daily five. */
const MAX_READ = 2000;
/**
 * Number of subcategories from which the article with the reason `familiar` is chosen. They are the subcategories in
 * which the reader has finished the most articles. A different one has priority each day.
 */
const FAMILIAR_SUBCATEGORIES = 3;

/**
 * Returns a reader's daily five, which are five recommended articles. Omits articles that have since been withdrawn.
 * The articles are chosen at the first request of the day and do not change until midnight UTC.
 */
export async function getDailyFive(
  queries: Queries,
  user: User,
  now = new Date(),
): Promise<DailyFiveArticle[]> {
  const day = toUtcDay(now);
  const picks =
    (await findDailyFive(queries, user, day)) ?? (await chooseAndStore(queries, user, day));
  const ids = picks.map(({ articleId }) => articleId);
  const [{ metas }, finished] = await Promise.all([
    findArticlesWithAuthors(queries, ids),
    filterFinishedArticleIds(queries, user, ids),
  ]);
  const reasons = new Map(picks.map(({ articleId, reason }) => [articleId, reason]));
  return metas.map((article) => ({
    article,
    reason: reasons.get(article.id)!,
    isFinished: finished.has(article.id),
  }));
}

/**
 * Returns the daily five for signed-out visitors, which are five recommended articles, the same for all visitors. Omits
 * articles that have since been withdrawn. The articles are chosen at the first request of the day and do not change
 * until midnight UTC.
 */
export async function getVisitorDailyFive(
  queries: Queries,
  now = new Date(),
): Promise<ArticleMeta[]> {
  const day = toUtcDay(now);
  const picks =
    (await findVisitorDailyFive(queries, day)) ?? (await chooseAndStoreForVisitors(queries, day));
  const ids = picks.map(({ articleId }) => articleId);
  return (await findArticlesWithAuthors(queries, ids)).metas;
}

async function chooseAndStore(queries: Queries, user: User, day: string): Promise<DailyFivePick[]> {
  const picks = await chooseForReader(queries, user, day);
  return storeUnlessReadOnly(picks, () => storeDailyFive(queries, user, day, picks));
}

async function chooseAndStoreForVisitors(queries: Queries, day: string): Promise<DailyFivePick[]> {
  const [popular, earlierPicks] = await Promise.all([
    listMostBookmarkedArticleIds(queries, CANDIDATES_PER_LIST),
    listEarlierVisitorPicks(queries, day),
  ]);
  const picks = chooseDailyFive({
    seed: 'visitors',
    day,
    candidates: await listSuggestionCandidates(queries, CANDIDATES_PER_CATEGORY, popular),
    followed: [],
    popular,
    topics: [],
    read: new Set(),
    familiarSubcategories: [],
    earlierPicks,
  });
  // A selection of fewer than five articles is not stored, because the library may still be growing, so a later request
  // may find five.
  if (picks.length < DAILY_FIVE_SIZE) return picks;
  return storeUnlessReadOnly(picks, () => storeVisitorDailyFive(queries, day, picks));
}

/**
 * Stores chosen articles and returns the stored ones. If the database cannot store anything at the moment, returns
 * `picks`, so that the page can still be shown.
 */
async function storeUnlessReadOnly(
  picks: DailyFivePick[],
  store: () => Promise<DailyFivePick[]>,
): Promise<DailyFivePick[]> {
  try {
    return await store();
  } catch (error) {
    if (isDatabaseUnavailableError(error)) return picks;
    throw error;
  }
}

async function chooseForReader(
  queries: Queries,
  user: User,
  day: string,
): Promise<DailyFivePick[]> {
  const [feed, popular, read, earlierPicks] = await Promise.all([
    listFeedArticleIds(queries, user, 'all', CANDIDATES_PER_LIST),
    listMostBookmarkedArticleIds(queries, CANDIDATES_PER_LIST),
    listReadArticleIdsWithCompletion(queries, user, MAX_READ),
    listEarlierPicks(queries, user, day),
  ]);
  const listedIds = [...feed.ids, ...popular];
  const candidates = await listSuggestionCandidates(queries, CANDIDATES_PER_CATEGORY, listedIds);
  return chooseDailyFive({
    seed: user.id,
    day,
    candidates,
    followed: feed.ids,
    popular,
    topics: user.topics,
    read: new Set(read.map(({ articleId }) => articleId)),
    familiarSubcategories: listFrequentSubcategories(
      candidates,
      read.flatMap(({ articleId, isFinished }) => (isFinished ? articleId : [])),
    ),
    earlierPicks,
  });
}

/**
 * Returns the {@link FAMILIAR_SUBCATEGORIES} subcategories in which the reader has finished the most articles, starting
 * with the highest number. Counts only articles that are among `candidates`.
 */
function listFrequentSubcategories(
  candidates: readonly DailyFiveCandidate[],
  finished: readonly string[],
): string[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate.subcategory]));
  const finishedSubcategories = finished.flatMap((id) => byId.get(id) ?? []);
  const counts = [...Map.groupBy(finishedSubcategories, (subcategory) => subcategory)];
  return counts
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, FAMILIAR_SUBCATEGORIES)
    .map(([subcategory]) => subcategory);
}

export const dailyFivesPersonalDataTable: PersonalDataTable = {
  table: dailyFives,
  changedAt: dailyFives.createdAt,
  deleteImmediately: true,
};
