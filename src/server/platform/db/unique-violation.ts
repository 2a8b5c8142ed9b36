import { getSqlState } from './sql-state.ts';

/** SQLSTATE of `unique_violation` (PostgreSQL, appendix A). */
const UNIQUE_VIOLATION = '23505';

/** Returns true if a statement failed because it violated a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return getSqlState(error) === UNIQUE_VIOLATION;
}
