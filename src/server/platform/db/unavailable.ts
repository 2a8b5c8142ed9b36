/** Operating system error codes of failed connections. */
const CONNECTION_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * SQLSTATEs that mean that the server is unavailable or cannot complete a statement at the moment (PostgreSQL, appendix
 * A):
 *
 * - connection errors (class 08)
 * - insufficient resources, such as a full disk or too many connections (class 53), and I/O errors (58030)
 * - a server that is starting or stopping, and canceled statements, such as after a timeout (class 57)
 * - a primary that has become read-only after a failover (25006)
 * - conflicts that remain after all attempts, and reads that a replica cancels to apply changes (40001, 40P01)
 */
const SERVER_ERROR_CODES = /^(08...|25006|4(0001|0P01)|53...|57P0[1-5]|57014|58030)$/;

/** Messages of errors that `pg` itself throws, which have no code. */
const DRIVER_ERROR_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/i;

/**
 * Returns true if a query failed because the database is unavailable or too slow. Such a query may succeed if it is
 * retried.
 */
export function isDatabaseUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && (CONNECTION_ERROR_CODES.has(code) || SERVER_ERROR_CODES.test(code)))
    return true;
  if (DRIVER_ERROR_MESSAGES.test(error.message)) return true;
  // If Node cannot connect to any of a host name's IP addresses, it throws an AggregateError that contains an error for
  // each IP address.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailableError);
  return isDatabaseUnavailableError(error.cause);
}

/** SQLSTATEs that mean that the server responds but cannot complete the statement. */
const REACHABLE_STATES = /^(25006|4....|53...|57014|58030)$/;

/**
 * Returns true if a query failed because the server cannot be reached. Another server, such as a replica, may still be
 * able to respond.
 */
export function isDatabaseServerUnreachableError(error: unknown): boolean {
  return (
    isDatabaseUnavailableError(error) &&
    !REACHABLE_STATES.test((error as NodeJS.ErrnoException).code ?? '')
  );
}
