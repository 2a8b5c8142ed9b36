/** What the system says of a connection that fails. */
const CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * What the server says when it is not to be had (PostgreSQL, appendix A): connections (class 08), too many of them,
 * it stops or starts, or it took too long.
 */
const SERVER_FAULTS = /^(08...|53300|57P0[1-5]|57014)$/;

/** What `pg` says itself, for want of a code. */
const DRIVER_FAULTS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/i;

/** Whether a query failed because the database is not there, or not in time: it may well succeed in a while. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && (CONNECTION_FAULTS.has(code) || SERVER_FAULTS.test(code))) return true;
  if (DRIVER_FAULTS.test(error.message)) return true;
  // Failing to connect to every address of a name comes as a bundle; Drizzle wraps what it is given.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return isUnavailable(error.cause);
}
