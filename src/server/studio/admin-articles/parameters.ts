import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';

/** A schema for the path parameters of the endpoints for one article. */
export const articleIdPathSchema = z.object({
  id: createUuidSchema('is not the id of an article'),
});
