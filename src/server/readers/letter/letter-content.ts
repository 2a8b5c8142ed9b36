import type { ArticleMeta } from '#domain/article.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { findArticlesWithAuthors } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { getDailyFive, getVisitorDailyFive } from '#server/readers/daily-five/service.ts';
import { listFeedArticleIds } from '#server/readers/feed/repository.ts';

/** The articles of a letter. No article is in both lists, and at least one list is not empty. */
export interface LetterContent {
  /** New articles by followed authors, newest first. */
  followed: readonly ArticleMeta[];
  /** True if there are more new articles by followed authors. */
  hasMoreFollowed: boolean;
  /** Articles of the daily five. */
  fromToday: readonly ArticleMeta[];
}

/** Maximum number of articles by followed authors in a letter. */
const MAX_FOLLOWED = 6;
/** Number of articles of the daily five in a letter that also has articles by followed authors. */
const FROM_TODAY_BESIDE_FOLLOWED = 2;

const DAY = 24 * 60 * 60 * 1000;
/** Age in milliseconds up to which articles are new in a reader's first letter. */
const FIRST_LETTER_SPAN = 7 * DAY;
/** Age in milliseconds up to which articles are new in a letter, however long ago the previous one was sent. */
const MAX_SPAN = 14 * DAY;

/**
 * Chooses the articles of a reader's letter: articles by followed authors that were published since the previous letter,
 * and two of the daily five. Without such articles, the letter has all of the daily five. Leaves out articles that the
 * reader has finished. Returns `undefined` if nothing is left. `sentAt` is the time of the previous letter.
 */
export async function collectLetterContent(
  queries: Queries,
  user: User,
  sentAt: Date | null,
  now: Date,
): Promise<LetterContent | undefined> {
  const oldest = now.getTime() - (sentAt ? MAX_SPAN : FIRST_LETTER_SPAN);
  const since = new Date(Math.max(sentAt?.getTime() ?? 0, oldest));
  const feed = await listFeedArticleIds(queries, user, 'unread', MAX_FOLLOWED + 1);
  const { metas } = await findArticlesWithAuthors(queries, feed.ids);
  const today = await getDailyFive(queries, user, now);
  return chooseLetterContent(
    metas,
    today.flatMap(({ article, isFinished }) => (isFinished ? [] : article)),
    since,
  );
}

/**
 * Chooses the articles of the letter that a reader would receive who follows the authors with the given aliases, and has
 * read nothing yet.
 */
export async function collectPreviewContent(
  queries: Queries,
  aliases: readonly string[],
  now: Date,
): Promise<LetterContent | undefined> {
  const lists = await Promise.all(
    aliases.map((alias) => listPublishedArticles(queries, { alias }, MAX_FOLLOWED + 1)),
  );
  const newest = lists
    .flatMap(({ metas }) => metas)
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  const today = await getVisitorDailyFive(queries, now);
  return chooseLetterContent(newest, today, new Date(now.getTime() - FIRST_LETTER_SPAN));
}

/** Chooses the articles of a letter from the newest articles of followed authors, newest first, and the daily five. */
export function chooseLetterContent(
  newest: readonly ArticleMeta[],
  today: readonly ArticleMeta[],
  since: Date,
): LetterContent | undefined {
  const isNew = ({ createdAt }: ArticleMeta) => new Date(createdAt) > since;
  const newArticles = newest.filter(isNew);
  const followed = newArticles.slice(0, MAX_FOLLOWED);
  const followedIds = new Set(followed.map(({ id }) => id));
  const remainingToday = today.filter(({ id }) => !followedIds.has(id));
  const fromToday = followed.length
    ? remainingToday.slice(0, FROM_TODAY_BESIDE_FOLLOWED)
    : remainingToday;
  if (!followed.length && !fromToday.length) return undefined;
  return { followed, hasMoreFollowed: newArticles.length > followed.length, fromToday };
}
