import { z } from 'zod';
import { COUNT_KINDS } from './counts.ts';
import { uuidSchema, uuidv4Schema } from './ids.ts';

/**
 * Schema of an event that a browser submits for counting. `visit` is a random ID, new for each page view and
 * article.
 */
export const submittedCountSchema = z.strictObject({
  article: z.strictObject({
    // PostgreSQL's `text` type cannot store NUL characters.
    authorAlias: z
      .string()
      .max(100)
      .regex(/^[^\0]*$/, 'is not an alias'),
    id: uuidSchema('is not an article id'),
  }),
  kind: z.enum(COUNT_KINDS, { error: 'is not a counted event' }),
  visit: uuidv4Schema('is not a visit id'),
});
