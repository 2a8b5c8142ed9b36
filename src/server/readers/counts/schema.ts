import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CountedEventKind } from '#domain/counts.ts';
import {
  COMPLETION_RATE_KEYS,
  COMPLETION_RATES,
  type CompletionRateKey,
  METRIC_KEYS,
  type Metric,
  MIN_STARTS_FOR_RATE,
} from '#domain/studio/figures.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';

/**
 * Records of recent visits to articles (receipts), one row per visit and kind of event, such as a read. The rows ensure
 * that a visit counts only once, even if the page reports it several times or to several processes. A row does not
 * identify the reader, because it has no IP address and no time of day, and `visit` is a random ID that the page
 * generates and does not store.
 */
export const countReceipts = pgTable(
  'count_receipts',
  {
    visit: uuid().notNull(),
    kind: text().$type<CountedEventKind>().notNull(),
    articleId: createCascadingArticleIdColumn(),
    /** The day of the visit in UTC, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    /** True if the receipt has been added to {@link dailyArticleCounts}. */
    isTallied: boolean('is_tallied').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.visit, table.kind] }),
    index('count_receipts_oldest').on(table.day),
    index('count_receipts_untallied').on(table.articleId).where(sql`NOT is_tallied`),
  ],
);

/**
 * Changes to readers' bookmarks, feedback, reports and follows that have not been added to the counts yet. Database
 * triggers insert a row for each change (migration `studio_totals`), including the removal of reactions when an account
 * is deleted. A row does not identify the reader. A job adds the changes to the counts and deletes the rows.
 */
export const untalliedReactionChanges = pgTable('reaction_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** ID of the article that the reader reacted to. Null for follows. */
  articleId: uuid('article_id'),
  /** ID of the followed author. Null for reactions to articles. */
  authorId: uuid('author_id'),
  /** The UTC day on which the reader reacted, even if the row is for the removal of the reaction. */
  day: date({ mode: 'string' }).notNull(),
  kind: text().notNull(),
  /** 1 for a new reaction, and -1 for a removed one. */
  amount: smallint().notNull(),
});

/**
 * Moves that the counts do not reflect yet. In a move, an article gets another author or category, or an author gets
 * another category. `authorId` and `category` are the author and the category before the move. `articleId` is null if
 * an author was moved. A job moves the counts of reactions to the new author and category, and deletes the rows.
 */
export const uncountedMoves = pgTable('category_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  articleId: uuid('article_id'),
  authorId: uuid('author_id').notNull(),
  category: text().notNull(),
});

/** Daily counts per article: how often it was read, finished, listened to and shared, and how many reactions it got. */
export const dailyArticleCounts = pgTable(
  'article_counts',
  {
    articleId: createCascadingArticleIdColumn(),
    /** The day in UTC, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    /** Name of the metric, as {@link toStoredMetricName} returns it. */
    kind: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.day, table.kind] }),
    index('article_counts_by_day_and_article').on(table.day, table.articleId),
  ],
);

/** Returns the name under which the database stores a metric. */
export const toStoredMetricName = (metric: Metric) => metric.toLowerCase();

/** Returns one column per metric, so that a single row contains the counts of all metrics. */
function metricColumns() {
  return Object.fromEntries(METRIC_KEYS.map((metric) => [metric, countColumn(metric)])) as Record<
    Metric,
    ReturnType<typeof countColumn>
  >;
}
const countColumn = (metric: Metric) => integer(toStoredMetricName(metric)).notNull().default(0);

/**
 * Weekly sums of {@link dailyArticleCounts}, for queries over months. With 10,000 articles, such queries would read too
 * many daily rows.
 */
export const weeklyArticleCounts = pgTable(
  'article_weeks',
  {
    /** The Monday on which the week starts. */
    week: date({ mode: 'string' }).notNull(),
    articleId: createCascadingArticleIdColumn(),
    ...metricColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.articleId] }),
    index('article_weeks_of_article').on(table.articleId),
  ],
);

/** Daily counts per author and category. They are kept even if an article is deleted. */
export const dailyAuthorCategoryCounts = pgTable(
  'shelf_days',
  {
    /** The day in UTC, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    category: text().notNull(),
    ...metricColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.authorId, table.category] }),
    index('shelf_days_of_author').on(table.authorId, table.day),
  ],
);

/**
 * Sums of {@link dailyAuthorCategoryCounts} per day and category. They keep queries for a category fast even with many
 * authors.
 */
export const dailyCategoryCounts = pgTable(
  'category_days',
  {
    /** The day in UTC, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    category: text().notNull(),
    ...metricColumns(),
  },
  (table) => [primaryKey({ columns: [table.day, table.category] })],
);

/**
 * Sums of {@link dailyArticleCounts} over each range of days that the studio shows. There is an index for each order in
 * which articles can be ranked. The ranges end on the day in {@link rangeCountsLastDay}.
 */
export const articleRangeCounts = pgTable(
  'article_ranges',
  {
    /** Length of the range in days. */
    range: smallint().notNull(),
    articleId: createCascadingArticleIdColumn(),
    ...metricColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.range, table.articleId] }),
    index('article_ranges_of_article').on(table.articleId),
    ...METRIC_KEYS.filter((metric) => metric !== 'follows').map((metric) =>
      index(`article_ranges_by_${toStoredMetricName(metric)}`)
        .on(table.range, table[metric].desc().nullsFirst(), table.articleId)
        .where(sql`${sql.raw(toStoredMetricName(metric))} > 0`),
    ),
    ...COMPLETION_RATE_KEYS.map((rate) =>
      index(`article_ranges_by_${rate.toLowerCase()}`)
        .on(
          table.range,
          sql`(${completionRateSql(rate)}) DESC`,
          table[COMPLETION_RATES[rate].finishedMetric].desc().nullsFirst(),
          table.articleId,
        )
        .where(
          sql`${sql.raw(COMPLETION_RATES[rate].startedMetric)} >= ${sql.raw(String(MIN_STARTS_FOR_RATE))}`,
        ),
    ),
  ],
);

/**
 * Sums of {@link dailyAuthorCategoryCounts} per author, over each range of days that the studio shows, and over all
 * days (range 0). There is an index for each sort order. An author's `follows` over all days is the number of
 * followers.
 */
export const authorRangeCounts = pgTable(
  'author_ranges',
  {
    /** Length of the range in days, or 0 for all days. */
    range: smallint().notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    ...metricColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.range, table.authorId] }),
    index('author_ranges_of_author').on(table.authorId),
    ...METRIC_KEYS.map((metric) =>
      index(`author_ranges_by_${toStoredMetricName(metric)}`).on(
        table.range,
        table[metric].desc().nullsFirst(),
        ...(metric === 'read' ? [] : [table.read.desc().nullsFirst()]),
        table.authorId.desc().nullsFirst(),
      ),
    ),
    ...COMPLETION_RATE_KEYS.map((rate) =>
      index(`author_ranges_by_${rate.toLowerCase()}`).on(
        table.range,
        sql`(${completionRateOrNegativeSql(rate)}) DESC`,
        table.read.desc().nullsFirst(),
        table.authorId.desc().nullsFirst(),
      ),
    ),
  ],
);

/**
 * Returns an SQL expression for a row's completion rate. The row must have at least one started read or listen, because
 * the expression divides by their number.
 */
export function completionRateSql(rate: CompletionRateKey): SQL {
  const { startedMetric, finishedMetric } = COMPLETION_RATES[rate];
  return sql.raw(`${finishedMetric}::float8 / ${startedMetric}`);
}

/**
 * Returns an SQL expression for a row's completion rate. The expression is -1 if the row has fewer than
 * {@link MIN_STARTS_FOR_RATE} started reads or listens.
 */
export function completionRateOrNegativeSql(rate: CompletionRateKey): SQL {
  return sql`CASE WHEN ${sql.raw(COMPLETION_RATES[rate].startedMetric)} >= ${sql.raw(String(MIN_STARTS_FOR_RATE))} THEN ${completionRateSql(rate)} ELSE -1 END`;
}

/**
 * The last day of the ranges in {@link articleRangeCounts} and {@link authorRangeCounts}. The table has a single row.
 */
export const rangeCountsLastDay = pgTable('ranges_day', {
  id: smallint().primaryKey(),
  day: date({ mode: 'string' }).notNull(),
});
