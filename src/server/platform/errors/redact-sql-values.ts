/**
 * Returns the message and the stack of an error without the values of a failed query. The message of a failed query
 * lists all values of the query, such as email addresses and session hashes. These values must be neither logged nor
 * stored.
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
