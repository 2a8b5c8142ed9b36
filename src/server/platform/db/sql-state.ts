/**
 * Returns the SQLSTATE of the error if the database rejected a statement (PostgreSQL, appendix A). Returns `undefined`
 * for other errors.
 */
export function getSqlState(error: unknown): string | undefined {
  // Also searches the causes of the error, because Drizzle wraps the driver's errors.
  for (let each = error; each instanceof Error; each = each.cause)
    if ('severity' in each && 'code' in each) return String(each.code);
  return undefined;
}
