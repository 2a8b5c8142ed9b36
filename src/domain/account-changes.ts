/** Lists of a reader. The server streams changes of these lists to the reader's open pages. */
export const STREAMED_READER_SETS = ['bookmarks', 'follows'] as const;

/**
 * Type of a streamed change: `account` for the account itself (such as its tier), otherwise the list that
 * changed.
 */
export type ChangedReaderData = 'account' | (typeof STREAMED_READER_SETS)[number];
