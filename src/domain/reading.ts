/**
 * The parts of an article that a reader can have reached, in reading order. The names of the key points are the `id`
 * attributes of their elements on the article page. `end` means that the reader has finished the article.
 */
export const READING_SECTIONS = ['point-1', 'point-2', 'point-3', 'end'] as const;

/** The part of an article that a reader reached last. */
export type ReadingSection = (typeof READING_SECTIONS)[number];

/** A reader's record of an article: the part that the reader reached last, and when. */
export interface ReadingRecord {
  section: ReadingSection;
  /** Time at which the reader reached the part; ISO 8601 in UTC. */
  readAt: string;
  /** True once the reader has finished the article, even if they started it again. */
  isFinished: boolean;
}

/**
 * Maximum age, in milliseconds, that a device reports for the part that a reader has reached: 24 days. Devices report
 * older readings with this age.
 */
export const MAX_REPORTED_READING_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
