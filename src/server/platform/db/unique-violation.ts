/** PostgreSQL's code for a row that would break a unique index (appendix A). */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because somebody else has just stored a row that there can be one of. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Drizzle wraps what the driver throws.
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION || isUniqueViolation(error.cause);
}
