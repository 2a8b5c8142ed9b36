import { getCategory } from '#domain/categories.ts';
import {
  type ArticleFigures,
  type AuthorFigures,
  type CategoryFigures,
  COMPLETION_RATE_KEYS,
  COMPLETION_RATES,
  calculateCompletionRate,
  type DayFigures,
  METRIC_KEYS,
  METRIC_LABELS,
  type MetricTotals,
} from '#domain/studio/figures.ts';
import { formatCsv } from '#server/platform/text/format-csv.ts';

/** Formats daily statistics as CSV, including two counts of subscriptions: those that began and those that ended. */
export function formatDailyFiguresAsCsv(days: readonly DayFigures[]): string {
  return formatCsv(
    ['Day', ...METRIC_HEADERS, 'Subscriptions begun', 'Subscriptions ended'],
    days.map((row) => [row.day, ...toMetricCells(row), row.started, row.ended]),
  );
}

/** Formats article statistics as CSV, including completion rates. */
export function formatArticleFiguresAsCsv(articles: readonly ArticleFigures[]): string {
  return formatCsv(
    ['Article', 'Author', 'Category', 'Address', ...METRIC_HEADERS, ...COMPLETION_RATE_HEADERS],
    articles.map((row) => [
      row.title,
      row.authorAlias,
      getCategory(row.category).name,
      row.path,
      ...toMetricCells(row),
      ...toCompletionRateCells(row),
    ]),
  );
}

/** Formats author statistics as CSV, including completion rates and numbers of followers. */
export function formatAuthorFiguresAsCsv(authors: readonly AuthorFigures[]): string {
  return formatCsv(
    ['Author', ...METRIC_HEADERS, ...COMPLETION_RATE_HEADERS, 'Followers'],
    authors.map((row) => [
      row.alias,
      ...toMetricCells(row),
      ...toCompletionRateCells(row),
      row.followers,
    ]),
  );
}

/** Formats category statistics as CSV, including completion rates. */
export function formatCategoryFiguresAsCsv(categories: readonly CategoryFigures[]): string {
  return formatCsv(
    ['Category', ...METRIC_HEADERS, ...COMPLETION_RATE_HEADERS],
    categories.map((row) => [
      getCategory(row.category).name,
      ...toMetricCells(row),
      ...toCompletionRateCells(row),
    ]),
  );
}

const METRIC_HEADERS = METRIC_KEYS.map((name) => METRIC_LABELS[name]);
const COMPLETION_RATE_HEADERS = COMPLETION_RATE_KEYS.map(
  (name) => `${COMPLETION_RATES[name].name} (%)`,
);

function toMetricCells(row: MetricTotals): number[] {
  return METRIC_KEYS.map((name) => row[name]);
}

/** Returns the completion rates as percentages. A rate is `null` if too few reads or listens were started. */
function toCompletionRateCells(row: MetricTotals): (number | null)[] {
  return COMPLETION_RATE_KEYS.map((name) => {
    const rate = calculateCompletionRate(row, name);
    return rate === null ? null : Math.round(rate * 100);
  });
}
