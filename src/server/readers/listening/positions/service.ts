import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { listeningPositions } from './schema.ts';

/**
 * Readers' listening positions. They are deleted as soon as a reader deletes the account, because they are useful only
 * to the reader.
 */
export const listeningPositionsPersonalDataTable: PersonalDataTable = {
  table: listeningPositions,
  changedAt: listeningPositions.heardAt,
  deleteImmediately: true,
};
