import { z } from 'zod';
import { COUNT_KINDS } from './counts.ts';
import { uuid, uuidv4 } from './ids.ts';

/** A count as it travels. `visit` is random, made anew for each article by each page that is opened. */
export const countSchema = z.strictObject({
  article: z.strictObject({
    // PostgreSQL holds any character but this one.
    authorAlias: z
      .string()
      .max(100)
      .regex(/^[^\0]*$/, 'is not an alias'),
    id: uuid('is not an article id'),
  }),
  kind: z.enum(COUNT_KINDS, { error: 'is not a counted event' }),
  visit: uuidv4('is not a visit id'),
});
