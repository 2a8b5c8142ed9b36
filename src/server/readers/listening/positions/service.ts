import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { listeningPositions } from './schema.ts';

/** They go at once: they serve nobody but the reader. */
export const listeningPositionsPersonalData: PersonalDataTable = {
  table: listeningPositions,
  changedAt: listeningPositions.heardAt,
  deleteImmediately: true,
};
