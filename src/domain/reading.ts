/**
 * The sections of an article for which a reader's progress is recorded, in reading order. A key point's name is the
 * `id` attribute of its element on the article page. `end` means that the reader has finished the article.
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
 * Maximum age that a device reports for a reader's progress, in milliseconds: 24 days. For older progress, a device
 * reports this maximum.
 */
export const MAX_REPORTED_READING_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
