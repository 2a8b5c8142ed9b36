/**
 * Returns an error's message and stack. If a query failed, removes the query's values, such as email addresses and
 * session hashes, because they must be neither logged nor stored.
 */
export function redactSqlValues(error: Error): { message: string; stack: string } {
  const message = String(error.message);
  const stack = String(error.stack ?? '');
  const { query, params } = error as { query?: unknown; params?: unknown };
  if (typeof query !== 'string' || params === undefined) return { message, stack };
  const redacted = `Failed query: ${query}`;
  // The stack begins with the message, so the message is also replaced in the stack.
  return { message: redacted, stack: stack.replace(message, () => redacted) };
}
