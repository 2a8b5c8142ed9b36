import { z } from 'zod';
import { NARRATORS, type Narrator } from './narrators.ts';

/** Separate from the narrators, which browsers load without zod. */
export const narratorSchema = z.enum(Object.keys(NARRATORS) as [Narrator, ...Narrator[]], {
  error: `must be one of ${Object.keys(NARRATORS).join(', ')}`,
});
