/** Anonymous counts of an article's use, by day. */

/** Shares of a narration that must have been heard, in any order, to be counted. */
export const LISTENING_THRESHOLDS: readonly { kind: CountKind; share: number }[] = [
  { kind: 'listen25', share: 0.25 },
  { kind: 'listen50', share: 0.5 },
  { kind: 'listen75', share: 0.75 },
  // The last words are not required.
  { kind: 'listen100', share: 0.97 },
];

/**
 * Shares of an article's words that must have been in view long enough to be counted. Without consent to
 * analytics, only the first is counted; with it, the half is counted a second time, which shows how many
 * readers go on to the end.
 */
export const READING_THRESHOLDS: readonly {
  kind: CountKind;
  share: number;
  isAnalytics: boolean;
}[] = [
  { kind: 'read', share: 0.5, isAnalytics: false },
  { kind: 'agreed', share: 0.5, isAnalytics: true },
  // Lists may be skipped, and the last words are not required.
  { kind: 'finished', share: 0.9, isAnalytics: true },
];

/** Kinds of counts, as submitted and stored. Each is counted once a visit. */
export const COUNT_KINDS = [
  'read',
  'agreed',
  'finished',
  'listen25',
  'listen50',
  'listen75',
  'listen100',
  'share',
] as const;

export type CountKind = (typeof COUNT_KINDS)[number];

/**
 * Minimum time in view, as a share of the estimated reading time (spec 1): three times as fast counts as
 * reading, scrolling does not.
 */
export const MIN_READING_TIME_SHARE = 1 / 3;

/**
 * Days for which a visit's receipts are stored, in addition to the current one. The privacy policy states
 * them.
 */
export const RECEIPT_RETENTION_DAYS = 2;
