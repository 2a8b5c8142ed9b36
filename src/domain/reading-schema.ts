import { z } from 'zod';
import { MAX_REPORTED_READING_AGE_IN_MILLISECONDS, READING_SECTIONS } from './reading.ts';

/** Schema for a reader's progress in an article (the section that the reader has reached), as a device reports it. */
export const readingProgressUpdateSchema = z.strictObject({
  section: z.enum(READING_SECTIONS, { error: `must be one of ${READING_SECTIONS.join(', ')}` }),
  /**
   * Milliseconds since the reader reached the section. A timestamp would depend on the device's clock, which may be
   * wrong.
   */
  readAgo: z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(
      MAX_REPORTED_READING_AGE_IN_MILLISECONDS,
      `must be at most ${MAX_REPORTED_READING_AGE_IN_MILLISECONDS}`,
    )
    .default(0),
});
export type ReadingProgressUpdate = z.infer<typeof readingProgressUpdateSchema>;

/** Schema for a reading record: how far a reader has read an article. */
export const readingRecordSchema = z.object({
  section: z.enum(READING_SECTIONS),
  readAt: z.iso.datetime(),
  isFinished: z.boolean(),
});
