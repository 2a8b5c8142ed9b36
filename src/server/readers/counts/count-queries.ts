import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { COUNT_KINDS, type CountKind } from '#domain/counts.ts';
import { dailyArticleCounts, dailyAuthorCategoryCounts, weeklyArticleCounts } from './schema.ts';

/*
 * Subqueries that select article counts since a day. Each has one column per kind of count. Days are in UTC, in the
 * format `YYYY-MM-DD`.
 */

/**
 * Selects the counts of each article since `from`. Returns two subqueries: one of whole weeks, and one of the days
 * before the first whole week.
 */
export function selectArticleCounts(from: string) {
  const monday = findNextMonday(from);
  const { week, articleId } = weeklyArticleCounts;
  const ofWeeks = new QueryBuilder()
    .select({
      articleId,
      ...createKindColumns((kind) => sql<number>`${weeklyArticleCounts[kind]}`),
    })
    .from(weeklyArticleCounts)
    .where(gte(week, monday))
    .as('week_count');
  const { day } = dailyArticleCounts;
  const ofDays = new QueryBuilder()
    .select({ articleId: dailyArticleCounts.articleId, ...singleKindColumns })
    .from(dailyArticleCounts)
    .where(and(gte(day, from), lt(day, monday)))
    .as('day_count');
  return [ofWeeks, ofDays] as const;
}

/** Selects the daily counts of one article since `from`. */
export function selectDailyArticleCounts(articleId: string, from: string) {
  return new QueryBuilder()
    .select({ day: dailyArticleCounts.day, ...singleKindColumns })
    .from(dailyArticleCounts)
    .where(and(eq(dailyArticleCounts.articleId, articleId), gte(dailyArticleCounts.day, from)))
    .as('day_count');
}

/** Selects the daily counts of each author and category since `from`. */
export function selectAuthorCategoryCounts(from: string) {
  const { day, authorId, category } = dailyAuthorCategoryCounts;
  return new QueryBuilder()
    .select({
      day,
      authorId,
      category,
      ...createKindColumns((kind) => sql<number>`${dailyAuthorCategoryCounts[kind]}`),
    })
    .from(dailyAuthorCategoryCounts)
    .where(gte(day, from))
    .as('shelf_count');
}

function createKindColumns(
  columnOf: (kind: CountKind) => SQL<number>,
): Record<CountKind, SQL.Aliased<number>> {
  return Object.fromEntries(COUNT_KINDS.map((kind) => [kind, columnOf(kind).as(kind)])) as Record<
    CountKind,
    SQL.Aliased<number>
  >;
}

/**
 * Columns for rows that count a single kind. The column of this kind contains the row's count, and the other columns
 * contain 0.
 */
const singleKindColumns = createKindColumns(
  (kind) =>
    sql`CASE WHEN ${dailyArticleCounts.kind} = ${sql.raw(`'${kind}'`)} THEN ${dailyArticleCounts.count} ELSE 0 END`,
);

/** Returns the first Monday on or after a day. */
function findNextMonday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7));
  return date.toISOString().slice(0, 10);
}
