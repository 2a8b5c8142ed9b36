import { z } from 'zod';
import { uuid } from '#domain/ids.ts';

/** The parameter of a call about an article. */
export const ofArticle = z.object({
  id: uuid('is not the id of an article'),
});
