import { FEEDBACK_TYPE_DETAILS, type FeedbackType } from '#domain/feedback.ts';
import type { DailyFiguresReport, DayFigures } from '#domain/studio/figures.ts';
import { copy } from '../../copy.ts';

const { topicNames, topicNotes, series } = copy.dashboard;

type Count = Exclude<keyof DayFigures, 'day'>;

/** A series of a chart, drawn as an area or as bars. */
export interface ChartSeries {
  key: Count;
  name: string;
  /** Color of the series, as a CSS variable defined in `tokens.css`. */
  color: string;
}

/** A topic on the dashboard, with a chart of its figures by day. */
export interface ChartTopic {
  id: string;
  name: string;
  /** Sentence that explains which events the topic counts. */
  meaning: string;
  /**
   * Type of chart: stacked bars (`bars`), areas drawn inside one another (`nested`), or bars side by side (`beside`).
   */
  chartType: 'bars' | 'nested' | 'beside';
  series: readonly ChartSeries[];
  /** Counts whose sum is the topic's total. */
  counts: readonly Count[];
  /** True if the topic has figures only for all articles combined. */
  isOverallOnly?: boolean;
  /** True if the topic has no figures for individual articles. */
  hasNoArticleFigures?: boolean;
}

const FEEDBACK_COLORS: Readonly<Record<FeedbackType, string>> = {
  THOUGHT_PROVOKING: 'var(--ink)',
  EYE_OPENING: 'var(--red)',
  PRACTICAL: 'var(--beginner)',
  INTRIGUING: 'var(--intermediate)',
};
const FEEDBACK_SERIES = Object.entries(FEEDBACK_TYPE_DETAILS).map(([type, { label }]) => ({
  key: type as FeedbackType,
  name: label,
  color: FEEDBACK_COLORS[type as FeedbackType],
}));

const singleSeries = (
  key: Count,
  name: string,
): Pick<ChartTopic, 'chartType' | 'series' | 'counts'> => ({
  chartType: 'bars',
  series: [{ key, name, color: 'var(--red)' }],
  counts: [key],
});

export const CHART_TOPICS: readonly ChartTopic[] = [
  {
    id: 'reads',
    name: topicNames.reads,
    meaning: topicNotes.reads,
    chartType: 'nested',
    series: [
      { key: 'read', name: series.half, color: 'var(--quiet)' },
      { key: 'agreed', name: series.halfWithAnalytics, color: 'var(--intermediate)' },
      { key: 'finished', name: series.toTheEnd, color: 'var(--red)' },
    ],
    counts: ['read'],
  },
  {
    id: 'listens',
    name: topicNames.listens,
    meaning: topicNotes.listens,
    chartType: 'nested',
    series: [
      { key: 'listen25', name: series.quarter, color: 'var(--quiet)' },
      { key: 'listen50', name: series.half, color: 'var(--intermediate)' },
      { key: 'listen75', name: series.threeQuarters, color: 'var(--advanced)' },
      { key: 'listen100', name: series.toTheEnd, color: 'var(--red)' },
    ],
    counts: ['listen25'],
  },
  {
    id: 'followers',
    name: topicNames.followers,
    meaning: topicNotes.followers,
    ...singleSeries('follows', topicNames.followers),
    hasNoArticleFigures: true,
  },
  {
    id: 'bookmarks',
    name: topicNames.bookmarks,
    meaning: topicNotes.bookmarks,
    ...singleSeries('bookmarks', topicNames.bookmarks),
  },
  {
    id: 'shares',
    name: topicNames.shares,
    meaning: topicNotes.shares,
    ...singleSeries('share', topicNames.shares),
  },
  {
    id: 'feedback',
    name: topicNames.feedback,
    meaning: topicNotes.feedback,
    chartType: 'bars',
    series: FEEDBACK_SERIES,
    counts: FEEDBACK_SERIES.map(({ key }) => key),
  },
  {
    id: 'subscriptions',
    name: topicNames.subscriptions,
    meaning: topicNotes.subscriptions,
    chartType: 'beside',
    series: [
      { key: 'started', name: series.started, color: 'var(--beginner)' },
      { key: 'ended', name: series.ended, color: 'var(--red)' },
    ],
    counts: ['started'],
    isOverallOnly: true,
  },
  {
    id: 'reports',
    name: topicNames.reports,
    meaning: topicNotes.reports,
    ...singleSeries('reports', topicNames.reports),
  },
];

/** Returns the sum of a topic's counts over the given days. */
export function sumChartTopic(
  { counts }: ChartTopic,
  days: readonly DailyFiguresReport['before'][],
) {
  return days.reduce((sum, day) => sum + counts.reduce((total, key) => total + day[key], 0), 0);
}

/**
 * Formats the change in a number as a percentage: "+12%", "−3%" or "same as before". Returns `undefined` if the earlier
 * number is zero.
 */
export function formatPercentageChange(current: number, previous: number): string | undefined {
  if (!previous) return undefined;
  const percent = Math.round(((current - previous) / previous) * 100);
  if (!percent) return copy.dashboard.asBefore;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`;
}
