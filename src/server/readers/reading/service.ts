import type { ReadingMinutesOfLastTwoWeeks, UnfinishedArticle } from '#domain/page.ts';
import { READING_SECTIONS, type ReadingRecord, type ReadingSection } from '#domain/reading.ts';
import { mayHearCompleteNarrations } from '#domain/tiers.ts';
import {
  type ArticlesWithAuthors,
  findArticlesWithAuthors,
} from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import {
  type ArticleReading,
  listReadings,
  listUnfinishedPositions,
  sumFinishedMinutesOfTwoPeriods,
  type UnfinishedPosition,
} from './repository.ts';
import { readings } from './schema.ts';

/** Articles that a reader has read, and the reader's reading records by article ID. */
export interface ArticlesWithReadings extends ArticlesWithAuthors {
  readings: Readonly<Record<string, ReadingRecord>>;
}

/**
 * Returns a page of the published articles that a reader has read, most recently read first, and the token for the next
 * page.
 */
export async function listReadArticles(
  queries: Queries,
  user: User,
  limit: number,
  token?: string,
): Promise<ArticlesWithReadings & { nextToken: string | null }> {
  const { records, nextToken } = await listReadings(queries, user, limit, token);
  return { ...(await findReadArticles(queries, records)), nextToken };
}

/**
 * Returns up to `limit` articles that a reader has left before the end of the text or the narration, most recently left
 * first. For each article, also returns the position at which the reader stopped. Includes narrations only if the
 * reader's tier includes them.
 */
export async function listUnfinishedArticles(
  queries: Queries,
  user: User,
  limit: number,
): Promise<UnfinishedArticle[]> {
  const placesByArticleId = new Map<string, UnfinishedPosition>();
  const places = await listUnfinishedPositions(
    queries,
    user,
    limit,
    mayHearCompleteNarrations(user),
  );
  for (const place of places) {
    const laterPlace = placesByArticleId.get(place.articleId);
    if (!laterPlace ? placesByArticleId.size < limit : isReachedByFollowing(place, laterPlace))
      placesByArticleId.set(place.articleId, place);
  }
  const { metas } = await findArticlesWithAuthors(queries, [...placesByArticleId.keys()]);
  return metas.map((article) => {
    const { section, anchor, seconds } = placesByArticleId.get(article.id)!;
    return {
      article,
      section: anchor === null ? section : findSectionOfAnchor(anchor),
      heardSeconds: seconds,
    };
  });
}

/**
 * Maximum time in milliseconds between hearing a sentence of the narration and reaching a part of the text. Within this
 * time, the page may have scrolled to the part by itself to follow the narration.
 */
const SCROLL_TIME = 20_000;

/**
 * Returns true if the page probably scrolled to a part of the text by itself, because it follows the narration. After a
 * seek, the page scrolls a moment after the sentence is heard. If the reader then pauses, the position in the text is
 * the later one, although the reader was listening rather than reading. The part after the heard sentence also counts,
 * because its start may already be visible.
 */
function isReachedByFollowing(narration: UnfinishedPosition, text: UnfinishedPosition): boolean {
  if (narration.anchor === null || text.section === null) return false;
  const heardIndex = indexOfSection(findSectionOfAnchor(narration.anchor));
  const reachedIndex = indexOfSection(text.section);
  const isNear = reachedIndex === heardIndex || reachedIndex === heardIndex + 1;
  return isNear && text.leftAt.getTime() - narration.leftAt.getTime() <= SCROLL_TIME;
}

/** Returns the index of a part of an article, or -1 for `null`, which stands for the beginning of the article. */
function indexOfSection(section: ReadingSection | null): number {
  return section === null ? -1 : READING_SECTIONS.indexOf(section);
}

/**
 * Returns the part of an article to which a narration element, such as `keyPoints.1.title`, belongs. Returns `null` for
 * the title and the introduction. The conclusion counts as part of the last key point.
 */
function findSectionOfAnchor(anchor: string): ReadingSection | null {
  const [element, index] = anchor.split('.');
  if (element === 'conclusion') return 'point-3';
  return (element === 'keyPoints' && READING_SECTIONS[Number(index)]) || null;
}

/** Returns the articles for the given reading records, in the order of the records. */
async function findReadArticles(
  queries: Queries,
  records: readonly ArticleReading[],
): Promise<ArticlesWithReadings> {
  const listed = await findArticlesWithAuthors(
    queries,
    records.map(({ articleId }) => articleId),
  );
  const entries = records.map(({ articleId, ...record }) => [articleId, record]);
  return { ...listed, readings: Object.fromEntries(entries) };
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns the reading time, in minutes, of the articles that a reader finished in two periods: the last seven days, and
 * the seven days before.
 */
export async function sumReadingMinutesOfLastTwoWeeks(
  queries: Queries,
  user: User,
): Promise<ReadingMinutesOfLastTwoWeeks> {
  const now = Date.now();
  const [start, earlier] = [new Date(now - WEEK), new Date(now - 2 * WEEK)];
  const { sinceStart, before } = await sumFinishedMinutesOfTwoPeriods(
    queries,
    user,
    earlier,
    start,
  );
  return { lastWeek: sinceStart, weekBefore: before };
}

export const readingsPersonalDataTable: PersonalDataTable = {
  table: readings,
  changedAt: readings.readAt,
  deleteImmediately: true,
};
