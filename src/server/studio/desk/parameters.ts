import { z } from 'zod';

/** The parameter of a call about an article. */
export const ofArticle = z.object({
  id: z.uuid({ error: 'is not the id of an article' }).toLowerCase(),
});
