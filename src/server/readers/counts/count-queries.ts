import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { COUNT_KINDS, type CountKind } from '#domain/counts.ts';
import { articleCounts, articleWeeks, shelfDays } from './schema.ts';

/*
 * Subqueries of counts since a day, with a column for each kind. Days are in UTC, as `YYYY-MM-DD`.
 */

/** Selects the counts of each article in two parts: whole weeks, and the days before the first whole week. */
export function selectArticleCounts(from: string) {
  const monday = findNextMonday(from);
  const { week, articleId } = articleWeeks;
  const ofWeeks = new QueryBuilder()
    .select({ articleId, ...createKindColumns((kind) => sql<number>`${articleWeeks[kind]}`) })
    .from(articleWeeks)
    .where(gte(week, monday))
    .as('week_count');
  const { day } = articleCounts;
  const ofDays = new QueryBuilder()
    .select({ articleId: articleCounts.articleId, ...singleKindColumns })
    .from(articleCounts)
    .where(and(gte(day, from), lt(day, monday)))
    .as('day_count');
  return [ofWeeks, ofDays] as const;
}

/** Selects the counts of one article by day. */
export function selectDailyArticleCounts(articleId: string, from: string) {
  return new QueryBuilder()
    .select({ day: articleCounts.day, ...singleKindColumns })
    .from(articleCounts)
    .where(and(eq(articleCounts.articleId, articleId), gte(articleCounts.day, from)))
    .as('day_count');
}

/** Selects the counts of each author and category by day. */
export function selectAuthorCategoryCounts(from: string) {
  const { day, authorId, category } = shelfDays;
  return new QueryBuilder()
    .select({
      day,
      authorId,
      category,
      ...createKindColumns((kind) => sql<number>`${shelfDays[kind]}`),
    })
    .from(shelfDays)
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

/** Spreads a row of one kind over a column for each kind. */
const singleKindColumns = createKindColumns(
  (kind) =>
    sql`CASE WHEN ${articleCounts.kind} = ${sql.raw(`'${kind}'`)} THEN ${articleCounts.count} ELSE 0 END`,
);

/** Returns the first Monday on or after a day. */
function findNextMonday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7));
  return date.toISOString().slice(0, 10);
}
