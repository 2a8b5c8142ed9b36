/** The narrators by ID (spec 9): one female and one male voice for each of two accents. */
export const NARRATORS_BY_ID = {
  af: { name: 'American Female' },
  am: { name: 'American Male' },
  bf: { name: 'British Female' },
  bm: { name: 'British Male' },
} as const satisfies Record<string, { name: string }>;

export type NarratorId = keyof typeof NARRATORS_BY_ID;

/** Narrator for readers who have not chosen one (spec 9). */
export const DEFAULT_NARRATOR_ID: NarratorId = 'af';
