import { z } from 'zod';
import { COUNTED_EVENT_KINDS } from './counts.ts';
import { createUuidSchema, createUuidv4Schema } from './ids.ts';

/**
 * Schema for an event, such as a finished article, that a browser reports for the usage statistics. `visit` is a random
 * UUID. The browser generates one for each article and keeps it until the page is closed.
 */
export const countedEventSchema = z.strictObject({
  article: z.strictObject({
    // PostgreSQL's `text` type cannot store NUL characters.
    authorAlias: z
      .string()
      .max(100)
      .regex(/^[^\0]*$/, 'is not an alias'),
    id: createUuidSchema('is not an article id'),
  }),
  kind: z.enum(COUNTED_EVENT_KINDS, { error: 'is not a counted event' }),
  visit: createUuidv4Schema('is not a visit id'),
});
