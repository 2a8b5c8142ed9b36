import { sqlStateOf } from './sql-state.ts';

/** `unique_violation` (PostgreSQL, appendix A). */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because somebody else has just stored a row that there can be one of. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION;
}
