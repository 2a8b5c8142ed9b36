/** Returns the SQLSTATE with which the database refused a statement (PostgreSQL, appendix A); `undefined` for other errors. */
export function getSqlState(error: unknown): string | undefined {
  // Drizzle wraps what the driver throws.
  for (let each = error; each instanceof Error; each = each.cause)
    if ('severity' in each && 'code' in each) return String(each.code);
  return undefined;
}
