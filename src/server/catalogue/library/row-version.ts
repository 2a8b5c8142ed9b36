import { DRAWING_VERSION } from '#covers/cover.ts';

/** Version of the imported rows. Increase it when imports start to store additional content from the files. */
const ROWS_VERSION = 3;

/**
 * Appends the cover version and the row version to a file's hash, so that every file is imported again after one of the
 * versions changes.
 */
export function appendVersionsToHash(hash: string): string {
  return `${hash}.${DRAWING_VERSION}.${ROWS_VERSION}`;
}

export function extractIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
