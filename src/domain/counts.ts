/** What is counted of an article for those who make it: how often, by day, and never by whom. */

/** Shares of a narration that are counted when so much of it has been heard, wherever in it. */
export const LISTENING_THRESHOLDS: readonly { kind: CountKind; share: number }[] = [
  { kind: 'listen25', share: 0.25 },
  { kind: 'listen50', share: 0.5 },
  { kind: 'listen75', share: 0.75 },
  // Whoever stops at the last words has heard it.
  { kind: 'listen100', share: 0.97 },
];

/**
 * Shares of a text that are counted when so many of its words have been in view for long enough. Without consent to
 * analytics there is the first alone; who has given it is counted at half once more, so that it is known of how many
 * readers some read on to the end.
 */
export const READING_THRESHOLDS: readonly {
  kind: CountKind;
  share: number;
  isAnalytics: boolean;
}[] = [
  { kind: 'read', share: 0.5, isAnalytics: false },
  { kind: 'agreed', share: 0.5, isAnalytics: true },
  // Whoever passes over a list, or stops at the last words, has read it.
  { kind: 'finished', share: 0.9, isAnalytics: true },
];

/** The kinds that are counted, as they travel and are stored. Each counts once for a visit. */
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
 * Long enough: this share of the time that its words take at the speed of the estimates (spec 1). Who reads three times
 * as fast has read; who only scrolls has not.
 */
export const MIN_READING_TIME_SHARE = 1 / 3;

/** Days for which it is remembered that a visit has been counted, beside the day itself. The privacy policy says so. */
export const RECEIPT_RETENTION_DAYS = 2;
