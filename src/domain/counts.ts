/** Anonymous daily counts of article usage. */

/** For each kind of listening event, the share of a narration that a listener must have heard, in any order. */
export const LISTENING_THRESHOLDS: readonly { kind: CountedEventKind; share: number }[] = [
  { kind: 'listen25', share: 0.25 },
  { kind: 'listen50', share: 0.5 },
  { kind: 'listen75', share: 0.75 },
  // 97 % counts as the whole narration, so that a listener may miss the last words.
  { kind: 'listen100', share: 0.97 },
];

/**
 * For each kind of reading event, the share of an article's words that must have been in view for the minimum time
 * ({@link MIN_READING_TIME_SHARE}). `read` is counted for all readers, `agreed` and `finished` only for readers who
 * consent to analytics. The ratio of `finished` to `agreed` shows how many readers continue to the end.
 */
export const READING_THRESHOLDS: readonly {
  kind: CountedEventKind;
  share: number;
  isAnalytics: boolean;
}[] = [
  { kind: 'read', share: 0.5, isAnalytics: false },
  { kind: 'agreed', share: 0.5, isAnalytics: true },
  // 90 % counts as the whole article, so that a reader may skip lists and the last words.
  { kind: 'finished', share: 0.9, isAnalytics: true },
];

/** Kinds of counted events, as submitted and stored. Each kind is counted at most once per visit. */
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
 * Minimum time that words must be in view to count as read, as a share of their estimated reading time (spec 1). A
 * share of one third includes readers who are three times as fast as the estimate, but excludes mere scrolling.
 */
export const MIN_READING_TIME_SHARE = 1 / 3;

/**
 * Days until receipts are deleted, not counting the current day. A receipt is the row that prevents an event of a visit
 * from being counted twice. The privacy policy states this number.
 */
export const COUNT_RECEIPT_RETENTION_DAYS = 2;
