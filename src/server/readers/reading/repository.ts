import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ReadingRecord, ReadingSection } from '#domain/reading.ts';
import type { ReadingProgressUpdate } from '#domain/reading-schema.ts';
import { createPublishedArticleSubquery } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  timestampAndIdKeySchema,
} from '#server/platform/db/page-token.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { createListeningPositionsSubquery } from '#server/readers/listening/positions/repository.ts';
import { readings } from './schema.ts';

/** A {@link ReadingRecord} with the ID of its article. */
export interface ArticleReading extends ReadingRecord {
  articleId: string;
}

const newestFirst = [desc(readings.readAt), desc(readings.articleId)];
const isOwn = ({ id }: User) => eq(readings.userId, id);
/** The condition for unfinished articles. It must match the condition of the index `readings_unfinished`. */
const isUnfinished = and(isNull(readings.finishedAt), ne(readings.section, 'end'));

/**
 * Records which part of an article a reader has reached, unless the reader has turned off the reading history. Keeps
 * the part that was reached last, even if devices report parts out of order. Throws the same errors as {@link
 * lockAccountOrThrow}.
 */
export async function recordReadingProgress(
  queries: Queries,
  user: User,
  articleId: string,
  { section, readAgo }: ReadingProgressUpdate,
): Promise<void> {
  // `clock_timestamp()` returns the current time. `now()` would return the start time of the transaction, which may
  // have waited for a lock.
  const readAt = sql`(clock_timestamp() - make_interval(secs => ${readAgo / 1000}))::timestamptz(3)`;
  const finishedAt = section === 'end' ? readAt : null;
  await queries.transaction(async (transaction) => {
    // `keepsHistory` is read from the locked row, because `user` may be outdated. After the reader has turned the
    // history off, no progress may be recorded.
    const { keepsHistory } = await lockAccountOrThrow(transaction, user);
    if (!keepsHistory) return;
    await transaction
      .insert(readings)
      .values({ userId: user.id, articleId, section, readAt, finishedAt })
      .onConflictDoUpdate({
        target: [readings.userId, readings.articleId],
        set: {
          section: sql`CASE WHEN excluded.read_at >= ${readings.readAt} THEN excluded.section ELSE ${readings.section} END`,
          readAt: sql`greatest(excluded.read_at, ${readings.readAt})`,
          finishedAt: sql`greatest(excluded.finished_at, ${readings.finishedAt})`,
        },
      });
  });
}

/** Removes an article from a reader's reading history. Returns false if the history did not contain the article. */
export async function deleteReading(
  queries: Queries,
  user: User,
  articleId: string,
): Promise<boolean> {
  const removed = await queries
    .delete(readings)
    .where(and(isOwn(user), eq(readings.articleId, articleId)))
    .returning({ articleId: readings.articleId });
  return removed.length > 0;
}

/** Removes all articles from a reader's reading history. */
export async function clearReadings(queries: Queries, user: User): Promise<void> {
  await queries.delete(readings).where(isOwn(user));
}

/** Returns a page of the published articles in a reader's reading history, most recently read first. */
export async function listReadings(
  queries: Queries,
  user: User,
  limit: number,
  token?: string,
): Promise<{ records: readonly ArticleReading[]; nextToken: string | null }> {
  const context = `history ${user.id}`;
  const [lastReadAt, lastId] = token
    ? decodePageToken(context, token, timestampAndIdKeySchema)
    : [];
  const isAfterCursor =
    lastReadAt && lastId
      ? sql`(${readings.readAt}, ${readings.articleId}) < (${lastReadAt}::timestamptz, ${lastId}::uuid)`
      : undefined;
  const records = await selectRecords(queries, and(isOwn(user), isAfterCursor), limit + 1);
  const { page, nextToken } = createPageFromRows(
    records,
    limit,
    context,
    ({ readAt, articleId }) => [readAt, articleId],
  );
  return { records: page, nextToken };
}

/**
 * The position at which a reader stopped reading or listening to an article: a part of its text, or a sentence of its
 * narration.
 */
export interface UnfinishedPosition {
  articleId: string;
  /** The part of the text that the reader reached last, or `null` if this is a position in the narration. */
  section: ReadingSection | null;
  /**
   * The narration element, such as `keyPoints.1.title`, that contains the sentence that the reader heard last. `null`
   * if this is a position in the text.
   */
  anchor: string | null;
  /**
   * The time, in seconds, at which the sentence that the reader heard last begins in the narration. `null` if this is a
   * position in the text.
   */
  seconds: number | null;
  /** Time at which the reader reached this position. */
  leftAt: Date;
}

/**
 * Returns the positions at which a reader stopped reading or listening to published articles, latest first. Returns up
 * to `limit` positions in texts and up to `limit` positions in narrations. Omits finished articles, unless the reader
 * listened to the article again later. `withNarrations` is false if the reader's tier does not include narrations. In
 * that case, returns only positions in texts. Also omits positions in narrations that editors have turned off.
 */
export async function listUnfinishedPositions(
  queries: Queries,
  user: User,
  limit: number,
  withNarrations: boolean,
): Promise<UnfinishedPosition[]> {
  const { articleId, section, readAt, finishedAt } = readings;
  const texts = queries
    .select({
      articleId,
      section: sql<ReadingSection | null>`${section}`.as('section'),
      anchor: sql<string | null>`NULL::text`.as('anchor'),
      seconds: sql<number | null>`NULL::double precision`.as('seconds'),
      leftAt: sql`${readAt}`.mapWith(readAt).as('left_at'),
    })
    .from(readings)
    .crossJoinLateral(createPublishedArticleSubquery(articleId))
    .where(and(isOwn(user), isUnfinished))
    .orderBy(...newestFirst)
    .limit(limit);
  const position = createListeningPositionsSubquery(user);
  const article = createPublishedArticleSubquery(position.articleId);
  // The subquery looks up one row of the reading history per listening position. With a join, PostgreSQL might read the
  // reader's whole history.
  const lastFinishedAt = sql`coalesce((
    SELECT ${finishedAt} FROM ${readings}
    WHERE ${readings.userId} = ${user.id} AND ${articleId} = ${position.articleId}), '-infinity')`;
  const narrations = queries
    .select({
      articleId: position.articleId,
      section: sql<ReadingSection | null>`NULL::text`.as('section'),
      anchor: sql<string | null>`${position.anchor}`.as('anchor'),
      seconds: sql<number | null>`${position.seconds}`.as('seconds'),
      leftAt: sql`${position.heardAt}`.mapWith(position.heardAt).as('left_at'),
    })
    .from(position)
    .crossJoinLateral(article)
    .where(and(article.hasAudio, sql`${lastFinishedAt} < ${position.heardAt}`))
    .orderBy(desc(position.heardAt), desc(position.articleId))
    .limit(withNarrations ? limit : 0);
  // The lists of texts and narrations need only `limit` rows each, because these include the first `limit` positions
  // overall.
  return unionAll(texts, narrations).orderBy(sql`left_at DESC, article_id DESC`);
}

/** Returns the IDs of up to `limit` articles that a reader has finished, most recently read first. */
export async function listFinishedArticleIds(
  queries: Queries,
  user: User,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ articleId: readings.articleId })
    .from(readings)
    .where(and(isOwn(user), isNotNull(readings.finishedAt)))
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(({ articleId }) => articleId);
}

/**
 * Returns the IDs of up to `limit` articles that a reader has started or finished, most recently read first.
 * `isFinished` is true for the articles that the reader has finished.
 */
export async function listReadArticleIdsWithCompletion(
  queries: Queries,
  user: User,
  limit: number,
): Promise<{ articleId: string; isFinished: boolean }[]> {
  return queries
    .select({
      articleId: readings.articleId,
      isFinished: sql<boolean>`${isNotNull(readings.finishedAt)}`,
    })
    .from(readings)
    .where(isOwn(user))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Returns an SQL condition that is true if a reader has finished the article whose ID is in the column `articleId`. */
export function hasReaderFinishedArticleSql({ id }: User, articleId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT FROM ${readings} WHERE ${readings.userId} = ${id} AND ${readings.articleId} = ${articleId} AND ${readings.finishedAt} IS NOT NULL)`;
}

/** Returns the subset of `ids` whose articles the reader has finished. */
export async function filterFinishedArticleIds(
  queries: Queries,
  user: User,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await queries
    .select({ articleId: readings.articleId })
    .from(readings)
    .where(and(isOwn(user), inArray(readings.articleId, [...ids]), isNotNull(readings.finishedAt)));
  return new Set(rows.map(({ articleId }) => articleId));
}

/**
 * Returns two total reading times, in minutes: one for the published articles that a reader has finished since `start`,
 * and one for those that the reader finished between `earlier` and `start`.
 */
export async function sumFinishedMinutesOfTwoPeriods(
  queries: Queries,
  user: User,
  earlier: Date,
  start: Date,
): Promise<{ sinceStart: number; before: number }> {
  const article = createPublishedArticleSubquery(readings.articleId);
  const sumWhere = (condition: SQL) =>
    sql<number>`coalesce(sum(${article.readingMinutes}) FILTER (WHERE ${condition}), 0)::int`;
  const [row] = await queries
    .select({
      sinceStart: sumWhere(gte(readings.finishedAt, start)),
      before: sumWhere(lt(readings.finishedAt, start)),
    })
    .from(readings)
    .crossJoinLateral(article)
    // `readAt` is always at or after `finishedAt`, so the condition on `readAt` does not change the result. It allows
    // PostgreSQL to use the index on `readAt`.
    .where(and(isOwn(user), gte(readings.readAt, earlier), gte(readings.finishedAt, earlier)));
  return row!;
}

async function selectRecords(
  queries: Queries,
  condition: SQL | undefined,
  limit: number,
): Promise<ArticleReading[]> {
  const { articleId, section, readAt, finishedAt } = readings;
  const rows = await queries
    .select({ articleId, section, readAt, finishedAt })
    .from(readings)
    .crossJoinLateral(createPublishedArticleSubquery(articleId))
    .where(condition)
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map((row) => ({
    articleId: row.articleId,
    section: row.section,
    readAt: row.readAt.toISOString(),
    isFinished: row.finishedAt !== null,
  }));
}
