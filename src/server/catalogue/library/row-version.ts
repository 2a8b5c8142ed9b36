import { DRAWING_VERSION } from '#covers/cover.ts';

/**
 * Version of the database rows that imports write. Increase it when imports start to store more content from the same
 * files.
 */
const ROWS_VERSION = 3;

/**
 * Appends the versions of the cover drawings and of the imported database rows to the hash of a library file. When one
 * of these versions changes, the next import imports every file again.
 */
export function appendImportVersionsToFileHash(hash: string): string {
  return `${hash}.${DRAWING_VERSION}.${ROWS_VERSION}`;
}

export function extractIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
