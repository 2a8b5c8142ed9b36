import { z } from 'zod';
import { COUNT_KINDS } from './counts.ts';
import { uuid, uuidv4 } from './ids.ts';

/** A submitted count. `visit` is a random id that each page view generates for each article. */
export const countSchema = z.strictObject({
  article: z.strictObject({
    // PostgreSQL's text cannot contain NUL.
    authorAlias: z
      .string()
      .max(100)
      .regex(/^[^\0]*$/, 'is not an alias'),
    id: uuid('is not an article id'),
  }),
  kind: z.enum(COUNT_KINDS, { error: 'is not a counted event' }),
  visit: uuidv4('is not a visit id'),
});
