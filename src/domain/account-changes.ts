/** A reader's lists whose changes the server streams to the reader's open pages. */
export const STREAMED_READER_SETS = ['bookmarks', 'follows'] as const;

/**
 * The data that a streamed change affects: `account` for the reader's account (for example, its tier), or one of the
 * reader's lists.
 */
export type ChangedReaderData = 'account' | (typeof STREAMED_READER_SETS)[number];
