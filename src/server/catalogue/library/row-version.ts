import { COVER_VERSION } from '#covers/cover.ts';

/** Increase this when an import stores more of a file than before. */
const ROWS_VERSION = 3;

/** Adds the versions of covers and rows to a file's hash, so that a new version imports every file again. */
export function addRowVersion(hash: string): string {
  return `${hash}.${COVER_VERSION}.${ROWS_VERSION}`;
}

export function listIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
