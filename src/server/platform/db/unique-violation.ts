import { getSqlState } from './sql-state.ts';

/** PostgreSQL's `unique_violation` (appendix A). */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed on a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  return getSqlState(error) === UNIQUE_VIOLATION;
}
