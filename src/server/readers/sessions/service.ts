import { removalOfExpired } from '#server/platform/db/removals.ts';
import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { sessions } from './schema.ts';

export const SESSION_ROWS: ReadersRows = {
  table: sessions,
  changedAt: sessions.lastSeenAt,
  goesAtOnce: true,
  secrets: ['tokenHash'],
};

export const EXPIRED_SESSIONS = removalOfExpired(sessions);
