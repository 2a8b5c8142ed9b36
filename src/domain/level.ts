/** How much an author expects of a reader (spec 3, "Level"). The colours live in the design tokens. */
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export type Level = (typeof LEVELS)[number];

/** The word shown beside the level's bars. */
export const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
};
