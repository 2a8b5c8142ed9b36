/**
 * The sections of an article for which a reader's progress is recorded, in reading order. `point-1` to `point-3` are
 * the key points, named after the `id` attributes of their elements on the article page. `end` means that the reader
 * has finished the article.
 */
export const READING_SECTIONS = ['point-1', 'point-2', 'point-3', 'end'] as const;

/** The section of an article that a reader has reached most recently. */
export type ReadingSection = (typeof READING_SECTIONS)[number];

/** A reader's progress in an article: the section reached most recently, and when. */
export interface ReadingRecord {
  section: ReadingSection;
  /** Time at which the reader reached the section; ISO 8601 in UTC. */
  readAt: string;
  /** True once the reader has finished the article, even if they started it again. */
  isFinished: boolean;
}

/**
 * Maximum age, in milliseconds, that a device may report for a reader's progress in an article: 24 days. For older
 * progress, the device reports this maximum instead of the actual age.
 */
export const MAX_REPORTED_READING_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
