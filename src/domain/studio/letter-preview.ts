import { z } from 'zod';
import { ALIAS_PATTERN } from '../paths.ts';

/**
 * Maximum number of authors that an editor can select for a preview of the weekly letter. The preview shows the letter
 * for a reader who follows these authors.
 */
export const MAX_FOLLOWED_AUTHORS_IN_PREVIEW = 10;

export const LETTER_THEMES = ['light', 'dark'] as const;
export type LetterTheme = (typeof LETTER_THEMES)[number];

/**
 * Schema for the query parameter `authors`: the aliases of the authors that the letter's recipient follows, separated
 * by commas.
 */
export const followedAuthorsInPreviewSchema = z
  .string({ error: 'must appear only once' })
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(z.string().regex(ALIAS_PATTERN, 'is not an alias'))
      .max(MAX_FOLLOWED_AUTHORS_IN_PREVIEW, `must be at most ${MAX_FOLLOWED_AUTHORS_IN_PREVIEW}`),
  );

/** Schema for a preview of the next weekly letter (an email with new articles), without its HTML version. */
export const letterPreviewSchema = z.object({
  /** Subject and plain text of the letter; null if the letter would be empty. */
  letter: z.object({ subject: z.string(), text: z.string() }).nullable(),
  /** Number of articles by followed authors in the letter. */
  followedCount: z.int(),
  /** True if a mail server is configured, so that Octavo can send letters. */
  isMailed: z.boolean(),
});
export type LetterPreview = z.infer<typeof letterPreviewSchema>;
