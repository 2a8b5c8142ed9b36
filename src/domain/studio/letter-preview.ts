import { z } from 'zod';
import { ALIAS_PATTERN } from '../paths.ts';

/** Maximum number of authors whose followers' letter the studio previews. */
export const MAX_PREVIEWED_AUTHORS = 10;

export const LETTER_THEMES = ['light', 'dark'] as const;
export type LetterTheme = (typeof LETTER_THEMES)[number];

/** Schema of the parameter `authors`: the aliases of followed authors, separated by commas. */
export const previewedAuthorsSchema = z
  .string({ error: 'must appear only once' })
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(z.string().regex(ALIAS_PATTERN, 'is not an alias'))
      .max(MAX_PREVIEWED_AUTHORS, `must be at most ${MAX_PREVIEWED_AUTHORS}`),
  );

/** Schema of the preview of the next letter, without its HTML. */
export const letterPreviewSchema = z.object({
  /** The letter; null if there is nothing to send. */
  letter: z.object({ subject: z.string(), text: z.string() }).nullable(),
  /** Number of articles by the authors in the letter. */
  followedCount: z.int(),
  /** True if letters are sent, because a mail server is configured. */
  isMailed: z.boolean(),
});
export type LetterPreview = z.infer<typeof letterPreviewSchema>;
