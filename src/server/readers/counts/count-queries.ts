import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { COUNT_KINDS, type CountKind } from '#domain/counts.ts';
import { articleCounts, articleWeeks, shelfDays } from './schema.ts';

/*
 * What was counted from a day on, for whoever adds it up: subqueries with a column for each kind. Days are UTC's, as
 * `YYYY-MM-DD`.
 */

/** What was counted of each article, in two parts: by the week, and of the days before the first whole week by the day. */
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

/** What was counted of one article on each day. */
export function selectDailyArticleCounts(articleId: string, from: string) {
  return new QueryBuilder()
    .select({ day: articleCounts.day, ...singleKindColumns })
    .from(articleCounts)
    .where(and(eq(articleCounts.articleId, articleId), gte(articleCounts.day, from)))
    .as('day_count');
}

/** What was counted of each author and category on each day. */
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

/** A row that is of one kind, as one that has them all. */
const singleKindColumns = createKindColumns(
  (kind) =>
    sql`CASE WHEN ${articleCounts.kind} = ${sql.raw(`'${kind}'`)} THEN ${articleCounts.count} ELSE 0 END`,
);

/** The first Monday that is not before a day. */
function findNextMonday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7));
  return date.toISOString().slice(0, 10);
}
