import { z } from 'zod';

/** Who reads an article aloud (spec 9): two accents, two voices each. */
export const NARRATORS = {
  af: { name: 'American Female' },
  am: { name: 'American Male' },
  bf: { name: 'British Female' },
  bm: { name: 'British Male' },
} as const satisfies Record<string, { name: string }>;

export type Narrator = keyof typeof NARRATORS;

export const narratorSchema = z.enum(Object.keys(NARRATORS) as [Narrator, ...Narrator[]]);
