/** Levels of required knowledge (spec 3, "Level"). Their colors are in the design tokens. */
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export type Level = (typeof LEVELS)[number];

/** Labels of the levels, shown beside the bars that symbolize them. */
export const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
};
