import type { ArticleMeta } from '#domain/article.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { findArticlesWithAuthors } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { getDailyFive, getVisitorDailyFive } from '#server/readers/daily-five/service.ts';
import { listFeedArticleIds } from '#server/readers/feed/repository.ts';

/** The articles in a weekly letter. No article is in both lists, and at least one list is not empty. */
export interface LetterContent {
  /** New articles by authors that the reader follows, newest first. */
  followed: readonly ArticleMeta[];
  /** True if followed authors have published more new articles than the letter contains. */
  hasMoreFollowed: boolean;
  /** Articles from today's daily five, which are five recommended articles. */
  fromDailyFive: readonly ArticleMeta[];
}

/** Maximum number of articles by followed authors in a weekly letter. */
const MAX_FOLLOWED = 6;
/** Number of articles from the daily five in a weekly letter that also contains articles by followed authors. */
const FROM_DAILY_FIVE_BESIDE_FOLLOWED = 2;

const DAY = 24 * 60 * 60 * 1000;
/** Maximum age, in milliseconds, of an article that counts as new in a reader's first weekly letter. */
const FIRST_LETTER_SPAN = 7 * DAY;
/**
 * Maximum age, in milliseconds, of an article that counts as new in a later letter. Older articles do not count as new
 * even if they appeared after the reader's previous letter.
 */
const MAX_SPAN = 14 * DAY;

/**
 * Chooses the articles for a reader's weekly letter: the articles that followed authors have published since the
 * previous letter, and two of the daily five. If followed authors have published nothing new, the letter contains all
 * of the daily five. Omits articles that the reader has finished. Returns `undefined` if no article remains. `sentAt`
 * is the time of the previous letter.
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
 * Chooses the articles for a preview of the weekly letter. The preview shows the letter for a reader who follows the
 * authors with the given aliases and has not read any articles.
 */
export async function collectLetterPreviewContent(
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

/**
 * Chooses the articles for a weekly letter. `newest` contains articles by followed authors, newest first. `today`
 * contains the daily five. Articles that were published after `since` count as new.
 */
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
  const fromDailyFive = followed.length
    ? remainingToday.slice(0, FROM_DAILY_FIVE_BESIDE_FOLLOWED)
    : remainingToday;
  if (!followed.length && !fromDailyFive.length) return undefined;
  return { followed, hasMoreFollowed: newArticles.length > followed.length, fromDailyFive };
}
