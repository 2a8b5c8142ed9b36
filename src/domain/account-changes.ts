/** Names of the lists, such as a reader's bookmarks, whose changes the server streams to the reader's open tabs. */
export const STREAMED_READER_LISTS = ['bookmarks', 'follows'] as const;

/**
 * The kind of data that a streamed change affects: `account` for the reader's account (for example, its tier), or the
 * name of one of the reader's lists.
 */
export type ChangedReaderDataKind = 'account' | (typeof STREAMED_READER_LISTS)[number];
