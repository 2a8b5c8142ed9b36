import { z } from 'zod';
import { NARRATORS, type Narrator } from './narrators.ts';

/** Schema of a narrator's ID. It is separate from `narrators.ts`, which browsers load without zod. */
export const narratorSchema = z.enum(Object.keys(NARRATORS) as [Narrator, ...Narrator[]], {
  error: `must be one of ${Object.keys(NARRATORS).join(', ')}`,
});
