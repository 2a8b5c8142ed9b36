/** The sets whose changes are streamed to a reader's open pages. */
export const WATCHED_SETS = ['bookmarks', 'follows'] as const;

/** What an event on the stream reports: a change of the account (such as its tier), or of one of the sets. */
export type AccountChange = 'account' | (typeof WATCHED_SETS)[number];
