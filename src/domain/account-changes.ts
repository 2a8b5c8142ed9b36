/** Lists of a reader whose changes the server streams to the reader's open pages. */
export const STREAMED_READER_SETS = ['bookmarks', 'follows'] as const;

/** Subject of a streamed change: the account (such as its tier), the bookmarks or the follows. */
export type AccountChange = 'account' | (typeof STREAMED_READER_SETS)[number];
