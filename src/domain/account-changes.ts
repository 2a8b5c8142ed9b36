/** Sets whose changes are streamed to a reader's open pages. */
export const WATCHED_SETS = ['bookmarks', 'follows'] as const;

/** Subject of an event on the stream: the account (for example its tier), or one of the sets. */
export type AccountChange = 'account' | (typeof WATCHED_SETS)[number];
