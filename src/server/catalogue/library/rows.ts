import { COVER_VERSION } from '#server/catalogue/drawing/service.ts';

/** A new way of drawing touches every row that names a picture. */
export function versioned(hash: string): string {
  return `${hash}.${COVER_VERSION}`;
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
