import type { EventEmitter } from 'node:events';
import pg from 'pg';

/**
 * Name of the function in PostgreSQL's source code that waits for a synchronous standby. The warnings that it sends
 * contain this name in every language.
 */
const WAITING_ROUTINE = 'SyncRepWaitForLSN';
const WAITING_MESSAGE = /^canceling (?:the )?wait for synchronous replication/;
/** SQLSTATE `transaction_resolution_unknown` (PostgreSQL, appendix A). */
const RESOLUTION_UNKNOWN = '08007';

interface Notice {
  message?: string | undefined;
  routine?: string | undefined;
}

/**
 * Makes a query fail if its commit was not confirmed by a synchronous standby. If the wait for the standby is canceled,
 * for example by `pg_cancel_backend`, PostgreSQL sends a warning and reports success, although a failover would lose
 * the commit.
 */
export function failUnreplicatedCommits(client: pg.PoolClient): void {
  // The `connection` property is missing from `pg`'s types.
  const { connection } = client as unknown as { connection: EventEmitter };
  let isUnconfirmed = false;
  connection.on('notice', ({ message = '', routine }: Notice) => {
    if (routine === WAITING_ROUTINE || WAITING_MESSAGE.test(message)) isUnconfirmed = true;
  });
  // Emits the error immediately before `readyForQuery`, as if the server had rejected the query, so that the connection
  // stays usable.
  connection.prependListener('readyForQuery', () => {
    if (!isUnconfirmed) return;
    isUnconfirmed = false;
    const message = 'The commit was not confirmed by a synchronous standby.';
    const error = new pg.DatabaseError(message, message.length, 'error');
    Object.assign(error, { severity: 'ERROR', code: RESOLUTION_UNKNOWN });
    connection.emit('errorMessage', error);
  });
}
