import { COVER_VERSION } from '#covers/cover.ts';

/** Version of the imported rows. It must be increased when imports start to store additional content of the files. */
const ROWS_VERSION = 3;

/**
 * Appends the versions of covers and rows to the hash of a file, so that every file is imported again after a version
 * changes.
 */
export function addRowVersion(hash: string): string {
  return `${hash}.${COVER_VERSION}.${ROWS_VERSION}`;
}

export function listIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
