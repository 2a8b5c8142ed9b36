import { z } from 'zod';
import { uuid } from '#domain/ids.ts';

/** Path parameters of an article's endpoints. */
export const articleParamsSchema = z.object({
  id: uuid('is not the id of an article'),
});
