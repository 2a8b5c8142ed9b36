/** The lists of articles that the Explore page offers for each category. The first one is the default. */
export const EXPLORE_LIST_NAMES = ['new', 'popular', 'short'] as const;

/**
 * A list of articles on the Explore page. `new`: all articles, newest first. `popular`: the articles that were read and
 * bookmarked most in the last four weeks. `short`: articles with a reading time of at most
 * {@link SHORT_READING_MINUTES} minutes, newest first.
 */
export type ExploreListName = (typeof EXPLORE_LIST_NAMES)[number];

/** Maximum reading time, in minutes, of an article in the list `short`. */
export const SHORT_READING_MINUTES = 3;

/** Parses a list's name. Returns the default list for `null`, and `undefined` for unknown names. */
export function parseExploreListName(name: string | null): ExploreListName | undefined {
  return name === null ? EXPLORE_LIST_NAMES[0] : EXPLORE_LIST_NAMES.find((list) => list === name);
}
