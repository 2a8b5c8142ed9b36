/**
 * The levels of knowledge that articles expect of their readers (spec 3, "Level"). The design tokens in
 * `src/ui/tokens.css` define a color for each level.
 */
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export type Level = (typeof LEVELS)[number];

/** Label of each level. Pages show it next to ascending bars that indicate the level. */
export const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
};
