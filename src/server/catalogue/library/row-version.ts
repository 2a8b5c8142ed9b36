import { DRAWING_VERSION } from '#covers/cover.ts';

/** Version of the rows that imports write. Increase it when imports store more content from the files than before. */
const ROWS_VERSION = 3;

/**
 * Appends the version of the drawings and the version of the rows to the hash of a file. When one of the versions
 * changes, every file is imported again.
 */
export function appendImportVersionsToFileHash(hash: string): string {
  return `${hash}.${DRAWING_VERSION}.${ROWS_VERSION}`;
}

export function extractIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
