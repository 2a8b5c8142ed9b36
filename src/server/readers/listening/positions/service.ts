import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { listeningPositions } from './schema.ts';

/** Listening positions of readers. They are deleted immediately, because they are only useful to the reader. */
export const listeningPositionsPersonalDataTable: PersonalDataTable = {
  table: listeningPositions,
  changedAt: listeningPositions.heardAt,
  deleteImmediately: true,
};
