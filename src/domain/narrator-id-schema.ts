import { z } from 'zod';
import { NARRATORS_BY_ID, type NarratorId } from './narrators.ts';

/** Schema for a narrator's ID. It is not in `narrators.ts`, so that browsers can load that file without zod. */
export const narratorIdSchema = z.enum(
  Object.keys(NARRATORS_BY_ID) as [NarratorId, ...NarratorId[]],
  {
    error: `must be one of ${Object.keys(NARRATORS_BY_ID).join(', ')}`,
  },
);
