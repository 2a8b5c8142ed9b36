import { z } from 'zod';
import { uuid } from '#domain/ids.ts';

/** Path parameters of the endpoints for one article. */
export const articleParamsSchema = z.object({
  id: uuid('is not the id of an article'),
});
