import { createExpiredTokensRemover } from '#server/platform/db/removals.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { sessions } from './schema.ts';

export const sessionsPersonalDataTable: PersonalDataTable = {
  table: sessions,
  changedAt: sessions.lastSeenAt,
  deleteImmediately: true,
  hiddenColumns: ['tokenHash'],
};

export const expiredSessionsRemover = createExpiredTokensRemover(sessions);
