import { z } from 'zod';
import { CATEGORY_IDS } from '../categories.ts';
import { FEEDBACK_TYPE_DETAILS } from '../feedback.ts';
import { createUuidSchema } from '../ids.ts';

/** Lengths of the date ranges for which the studio shows usage figures, as numbers of days including today. */
export const FIGURE_RANGE_LENGTHS_IN_DAYS = [7, 28, 90] as const;
export type FigureRange = (typeof FIGURE_RANGE_LENGTHS_IN_DAYS)[number];

const FEEDBACK_LABELS = Object.fromEntries(
  Object.entries(FEEDBACK_TYPE_DETAILS).map(([type, { label }]) => [type, label]),
) as Record<keyof typeof FEEDBACK_TYPE_DETAILS, string>;

/**
 * Metrics for articles and authors, with their labels. All metrics are counted per UTC day. `agreed` and `finished` are
 * counted only for readers who consented to analytics.
 */
export const METRIC_LABELS = {
  read: 'Reads',
  agreed: 'Reads with analytics',
  finished: 'Read to the end',
  listen25: 'Heard a quarter',
  listen50: 'Heard half',
  listen75: 'Heard three quarters',
  listen100: 'Heard to the end',
  share: 'Shares',
  bookmarks: 'Bookmarks',
  follows: 'New followers',
  ...FEEDBACK_LABELS,
  reports: 'Reports',
} as const;
export type Metric = keyof typeof METRIC_LABELS;
export const METRIC_KEYS = Object.keys(METRIC_LABELS) as [Metric, ...Metric[]];

/** Totals of all metrics. */
export type MetricTotals = Record<Metric, number>;

/**
 * Completion rates: the shares of readers and listeners who continue to the end. A rate is `finishedMetric` divided by
 * `startedMetric`.
 */
export const COMPLETION_RATES = {
  readOut: { name: 'Share read to the end', startedMetric: 'agreed', finishedMetric: 'finished' },
  heardOut: {
    name: 'Share heard to the end',
    startedMetric: 'listen25',
    finishedMetric: 'listen100',
  },
} as const satisfies Record<
  string,
  { name: string; startedMetric: Metric; finishedMetric: Metric }
>;
export type CompletionRateKey = keyof typeof COMPLETION_RATES;
export const COMPLETION_RATE_KEYS = Object.keys(COMPLETION_RATES) as [
  CompletionRateKey,
  ...CompletionRateKey[],
];

/** Minimum number of readers or listeners who must have started an article for its completion rate to be meaningful. */
export const MIN_STARTS_FOR_RATE = 20;

/**
 * Returns a completion rate from 0 to 1. Returns `null` if fewer than {@link MIN_STARTS_FOR_RATE} readers or listeners
 * have started to read or listen.
 */
export function calculateCompletionRate(
  figures: MetricTotals,
  rate: CompletionRateKey,
): number | null {
  const { startedMetric, finishedMetric } = COMPLETION_RATES[rate];
  return figures[startedMetric] < MIN_STARTS_FOR_RATE
    ? null
    : Math.min(1, figures[finishedMetric] / figures[startedMetric]);
}

/**
 * Returns the value of a metric per hundred reads. Returns `null` if there are fewer than {@link MIN_STARTS_FOR_RATE}
 * reads.
 */
export function calculateMetricPerHundredReads(
  figures: MetricTotals,
  metric: Metric,
): number | null {
  return figures.read < MIN_STARTS_FOR_RATE ? null : (100 * figures[metric]) / figures.read;
}

/** A column of a table of usage figures: a metric or a completion rate. */
export type FigureColumnKey = Metric | CompletionRateKey;

/**
 * Columns by which the table of articles can be sorted. The column for new followers is excluded, because only authors
 * have followers.
 */
export type ArticleFigureSortColumn = Exclude<FigureColumnKey, 'follows'>;
export const ARTICLE_FIGURE_SORT_COLUMNS = [...METRIC_KEYS, ...COMPLETION_RATE_KEYS].filter(
  (column) => column !== 'follows',
) as [ArticleFigureSortColumn, ...ArticleFigureSortColumn[]];

/** Columns by which the table of authors can be sorted. The first one is the default. */
export const AUTHOR_FIGURE_SORT_COLUMNS = [
  'follows',
  ...[...METRIC_KEYS, ...COMPLETION_RATE_KEYS].filter((column) => column !== 'follows'),
] as [FigureColumnKey, ...FigureColumnKey[]];

/** Returns true if a column is a completion rate. */
export function isCompletionRateKey(column: FigureColumnKey): column is CompletionRateKey {
  return column in COMPLETION_RATES;
}

const countFields = Object.fromEntries(METRIC_KEYS.map((name) => [name, z.int()])) as Record<
  Metric,
  z.ZodInt
>;
const figuresSchema = z.object(countFields);

export const dayFiguresSchema = figuresSchema.extend({
  day: z.iso.date(),
  /** Number of subscriptions to Octavo that started on this day. */
  started: z.int(),
  /** Number of subscriptions to Octavo that ended on this day. */
  ended: z.int(),
});
export type DayFigures = z.infer<typeof dayFiguresSchema>;

export const articleFiguresSchema = figuresSchema.extend({
  id: createUuidSchema(),
  title: z.string(),
  path: z.string(),
  authorAlias: z.string(),
  category: z.enum(CATEGORY_IDS),
});
export type ArticleFigures = z.infer<typeof articleFiguresSchema>;

/** An article's usage figures and, for comparison, the totals for three groups of articles over the same days. */
export const articleFiguresWithGroupTotalsSchema = z.object({
  article: articleFiguresSchema.extend({
    isPublished: z.boolean(),
  }),
  /** Totals for all articles by the same author, including this article. */
  author: figuresSchema,
  /** Totals for all articles in the same category, including this article. */
  category: figuresSchema,
  /** Totals for all Octavo articles, including this article. */
  all: figuresSchema,
});
export type ArticleFiguresWithGroupTotals = z.infer<typeof articleFiguresWithGroupTotalsSchema>;

export const authorFiguresSchema = figuresSchema.extend({
  alias: z.string(),
  /** The author's current number of followers. */
  followers: z.int(),
});
export type AuthorFigures = z.infer<typeof authorFiguresSchema>;

export const categoryFiguresSchema = figuresSchema.extend({ category: z.enum(CATEGORY_IDS) });
export type CategoryFigures = z.infer<typeof categoryFiguresSchema>;

/** Number of readers by subscription status. */
const subscribersSchema = z.object({
  active: z.int(),
  trialing: z.int(),
  past_due: z.int(),
});

/** Usage figures for each day in a date range, oldest first, and the totals for the preceding date range. */
export const dailyFiguresReportSchema = z.object({
  days: z.array(dayFiguresSchema),
  before: figuresSchema.extend({ started: z.int(), ended: z.int() }),
  subscribers: subscribersSchema,
});
export type DailyFiguresReport = z.infer<typeof dailyFiguresReportSchema>;
