import { removalOfExpired } from '#server/platform/db/removals.ts';
import type { ReadersRows } from '#server/readers/accounts/service.ts';
import { sessions } from './schema.ts';

export { type OpenSession, openSessionIds } from './repository.ts';
export { readersOnly } from './scope.ts';
export { Sessions } from './sessions.ts';

export const SESSION_ROWS: ReadersRows = {
  table: sessions,
  changedAt: sessions.lastSeenAt,
  goesAtOnce: true,
  secrets: ['tokenHash'],
};

export const EXPIRED_SESSIONS = removalOfExpired(sessions);
