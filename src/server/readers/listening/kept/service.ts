import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { listeningPlaces } from './schema.ts';

/** They go at once: they serve nobody but the reader. */
export const PLACE_ROWS: ReadersRows = {
  table: listeningPlaces,
  changedAt: listeningPlaces.heardAt,
  goesAtOnce: true,
};
