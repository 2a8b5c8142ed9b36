import { z } from 'zod';
import { CATEGORY_IDS } from './categories.ts';
import { createMaxCharactersPredicate } from './characters.ts';
import { createUuidSchema } from './ids.ts';
import { LINE_MAX_LENGTH, LINE_NOTE_MAX_LENGTH, LINE_SECTIONS, normalizePassage } from './lines.ts';

/** Schema for a request to save a passage from an article as a line in the reader's collection. */
export const lineCreationRequestSchema = z.strictObject({
  text: z
    .string({ error: 'must be text' })
    .transform(normalizePassage)
    .pipe(
      z
        .string()
        .min(1, 'must not be empty')
        .refine(
          createMaxCharactersPredicate(LINE_MAX_LENGTH),
          `must be at most ${LINE_MAX_LENGTH} characters`,
        ),
    ),
});

const noteSchema = z
  .string({ error: 'must be text' })
  .trim()
  .refine(
    createMaxCharactersPredicate(LINE_NOTE_MAX_LENGTH),
    `must be at most ${LINE_NOTE_MAX_LENGTH} characters`,
  )
  // PostgreSQL's `text` type cannot store NUL characters.
  .regex(/^[^\0]*$/, 'must be text');

/**
 * Schema for a request to change a reader's note on a line (a saved passage). An empty note removes the previous note.
 */
export const lineNoteUpdateSchema = z.strictObject({
  note: noteSchema,
  /**
   * The note that the reader saw before the change. The server rejects the change if the stored
   * note differs from both this note and the new one. If omitted, the server replaces any note.
   */
  previous: noteSchema.optional(),
});
export type LineNoteUpdate = z.infer<typeof lineNoteUpdateSchema>;

/** Schema for a line: a passage that a reader has saved from an article. */
export const lineSchema = z.object({
  id: createUuidSchema(),
  text: z.string(),
  note: z.string(),
  section: z.enum(LINE_SECTIONS),
  keptAt: z.iso.datetime(),
  article: z.object({
    id: createUuidSchema(),
    authorAlias: z.string(),
    title: z.string(),
    path: z.string(),
    category: z.enum(CATEGORY_IDS),
    isPublished: z.boolean(),
  }),
  isInArticle: z.boolean().describe('Whether the published article still contains the text'),
});
