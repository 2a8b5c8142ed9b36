import { z } from 'zod';
import { uuidSchema } from '#domain/ids.ts';

/** A schema for the path parameters of the endpoints for one article. */
export const articleIdPathSchema = z.object({
  id: uuidSchema('is not the id of an article'),
});
