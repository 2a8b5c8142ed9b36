import { z } from 'zod';
import { NARRATORS, type Narrator } from './narrators.ts';

/** Apart from the narrators: browsers have their names, and no zod. */
export const narratorSchema = z.enum(Object.keys(NARRATORS) as [Narrator, ...Narrator[]], {
  error: `must be one of ${Object.keys(NARRATORS).join(', ')}`,
});
