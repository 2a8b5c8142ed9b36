import { COVER_VERSION } from '#covers/cover.ts';

/** Raised when an import keeps more of a file than it did. */
const ROWS_VERSION = 3;

/** A new way of drawing touches every row that names a picture. */
export function addRowVersion(hash: string): string {
  return `${hash}.${COVER_VERSION}.${ROWS_VERSION}`;
}

export function listIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
