import { z } from 'zod';
import { uuid } from '#domain/ids.ts';

/** The parameter of a call about an article. */
export const articleParamsSchema = z.object({
  id: uuid('is not the id of an article'),
});
