/** Anonymous daily usage statistics for articles. */

/**
 * Kinds of listening events, each with the share of a narration that a listener must have heard. The order in which the
 * parts were heard does not matter.
 */
export const LISTENING_THRESHOLDS: readonly { kind: CountedEventKind; share: number }[] = [
  { kind: 'listen25', share: 0.25 },
  { kind: 'listen50', share: 0.5 },
  { kind: 'listen75', share: 0.75 },
  // The threshold is below 100%, so that a listener who misses the last words still counts.
  { kind: 'listen100', share: 0.97 },
];

/**
 * Kinds of reading events, each with the share of an article's words that must have been in view for the minimum time
 * ({@link MIN_READING_TIME_SHARE}). `read` is counted for all readers. `agreed` and `finished` are counted only for
 * readers who agreed to analytics. `agreed` has the same threshold as `read`. The ratio of `finished` to `agreed` shows
 * how many of these readers continue to the end.
 */
export const READING_THRESHOLDS: readonly {
  kind: CountedEventKind;
  share: number;
  isAnalytics: boolean;
}[] = [
  { kind: 'read', share: 0.5, isAnalytics: false },
  { kind: 'agreed', share: 0.5, isAnalytics: true },
  // The threshold is below 100%, so that a reader who skips lists or the last words still counts.
  { kind: 'finished', share: 0.9, isAnalytics: true },
];

/**
 * Kinds of events that are counted, as reported by browsers and stored in the database. Each kind is counted at most
 * once per visit to an article.
 */
export const COUNTED_EVENT_KINDS = [
  'read',
  'agreed',
  'finished',
  'listen25',
  'listen50',
  'listen75',
  'listen100',
  'share',
] as const;

export type CountedEventKind = (typeof COUNTED_EVENT_KINDS)[number];

/**
 * Minimum time for which words must be in view to count as read, as a share of their estimated reading time (spec 1).
 * One third is low enough to count readers who read three times as fast as estimated, and high enough to exclude
 * readers who only scroll.
 */
export const MIN_READING_TIME_SHARE = 1 / 3;

/**
 * Number of days after which receipts are deleted, not counting the current day. A receipt is a row that prevents the
 * same event from being counted twice in one visit to an article. The privacy policy states this number.
 */
export const COUNTED_EVENT_RECEIPT_RETENTION_DAYS = 2;
