/** The narrators (spec 9): two accents, two voices each. */
export const NARRATORS = {
  af: { name: 'American Female' },
  am: { name: 'American Male' },
  bf: { name: 'British Female' },
  bm: { name: 'British Male' },
} as const satisfies Record<string, { name: string }>;

export type Narrator = keyof typeof NARRATORS;

/** Narrator for readers who have not chosen one (spec 9). */
export const DEFAULT_NARRATOR: Narrator = 'af';
