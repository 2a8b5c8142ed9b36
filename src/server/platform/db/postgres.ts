import { EventEmitter } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '#server/platform/start-error.ts';
import { countPoolConnections } from './count-pool-connections.ts';
import type { Database, MigrationOptions, Queries } from './database.ts';
import { createAdvisoryLocks } from './locks.ts';
import { PoolWithReplicaFallback } from './pool-with-replica-fallback.ts';
import { refuseNewerSchema } from './refuse-newer-schema.ts';
import { MIN_TRIGRAM_SIMILARITY } from './similarity.ts';
import { makeTransactionsRetryConflicts } from './transactions.ts';
import { failUnreplicatedCommits } from './unreplicated-commits.ts';

/** Key of the advisory lock for migrations. The number is arbitrary but must never change. */
const MIGRATION_LOCK = 8_180_320;
/** Milliseconds until an attempt to open a connection times out. */
const CONNECT_TIMEOUT = 5000;
/** Milliseconds until a statement times out on the server. */
const STATEMENT_TIMEOUT = 15_000;
/**
 * Milliseconds that a starting process waits for its first connection. This timeout is longer than
 * {@link CONNECT_TIMEOUT}, because a busy machine may be starting several processes and the database server at the same
 * time.
 */
const FIRST_CONNECT_TIMEOUT = 30_000;
/**
 * Milliseconds that the client waits for a response. This timeout is longer than {@link STATEMENT_TIMEOUT}, so it ends
 * a query only if the server is frozen or unreachable and cannot enforce its own timeout.
 */
const QUERY_TIMEOUT = STATEMENT_TIMEOUT + 2000;
const RECONNECT_DELAY = 1000;
/** Name of the event that is emitted when queries switch back from the replica to the primary. */
const RETURN = 'return';
/** SQLSTATE `read_only_sql_transaction` (PostgreSQL, appendix A). */
const READ_ONLY = '25006';

/**
 * Connects to a PostgreSQL server and migrates the database. Throws {@link StartError} if the server cannot be reached,
 * if a newer release has migrated the database, or if a migration fails.
 */
export async function openPostgresDatabase(
  url: string,
  options: MigrationOptions,
  replicaUrl?: string,
): Promise<Database> {
  const pool = createPool(url);
  const returnEvents = new EventEmitter();
  replaceReadOnlyConnections(pool);
  pool.on('connect', failUnreplicatedCommits);
  const replica = replicaUrl === undefined ? undefined : createPool(replicaUrl);
  const queries = createQueries(pool);
  try {
    if (options.migrationsFolder) await migrateWithLock(url, options.migrationsFolder, options);
    else await queries.execute('SELECT');
  } catch (error) {
    await Promise.all([pool.end(), replica?.end()]);
    if (error instanceof StartError) throw error;
    throw new StartError(`Cannot use the database at DATABASE_URL: ${getReason(error)}`);
  }
  return {
    engine: 'PostgreSQL',
    queries,
    publicQueries: replica
      ? createQueries(new PoolWithReplicaFallback(pool, replica, () => returnEvents.emit(RETURN)))
      : queries,
    onReturnToPrimary(listener) {
      returnEvents.on(RETURN, listener);
      return () => returnEvents.off(RETURN, listener);
    },
    listen: (...parameters) => listen(url, ...parameters),
    lock: createAdvisoryLocks(() => createSession(url)),
    countConnections: () => countPoolConnections(pool),
    async close() {
      await Promise.all([pool.end(), replica?.end()]);
    },
  };
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
    options: `-c pg_trgm.similarity_threshold=${MIN_TRIGRAM_SIMILARITY}`,
  });
  replaceUnfinishedConnections(pool);
  // Errors on idle or broken connections are ignored. A running query rejects with its own error, and the next query
  // opens a new connection.
  return pool.on('error', () => {}).on('connect', (session) => session.on('error', () => {}));
}

/** Creates the interface for running queries on a connection pool. Transactions are retried after conflicts. */
function createQueries(pool: pg.Pool | PoolWithReplicaFallback): Queries {
  const queries = drizzle({ client: pool as pg.Pool }) as unknown as Queries;
  // The connection is acquired and released here, because Drizzle 0.45 releases a connection only if BEGIN has
  // succeeded. If a connection were lost during BEGIN, Drizzle would never return it to the pool.
  queries.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await (drizzle({ client }) as unknown as Queries).transaction(work, config);
    } finally {
      client.release();
    }
  };
  makeTransactionsRetryConflicts(queries);
  return queries;
}

/**
 * Closes each connection that is released while the server may still be running its statement or transaction. This
 * happens if neither a statement nor its ROLLBACK gets a response in time. If such a connection were reused, another
 * caller's statements could become part of the unfinished transaction.
 */
function replaceUnfinishedConnections(pool: pg.Pool): void {
  pool.on('release', (_error, released) => {
    // The `readyForQuery` property is missing from `pg`'s types.
    const client = released as pg.PoolClient & pg.Client & { readyForQuery: boolean };
    const isFinished = client.readyForQuery && client.getTransactionStatus() === 'I';
    if (!isFinished) client.end().catch(() => {});
  });
}

/**
 * Closes each connection on which the server has rejected a write as read-only, so that the next query opens a new
 * connection. After a failover, connections to the former primary may stay open although it has become a replica.
 */
function replaceReadOnlyConnections(pool: pg.Pool): void {
  const readOnlyClients = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    // The `connection` property is missing from `pg`'s types. Listens to the connection's `errorMessage` event, because
    // no other event reports errors that a query handles itself.
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) readOnlyClients.add(client);
    });
  });
  // `pg` emits `release` before it decides whether to keep the connection, so a connection that is closed here is
  // removed from the pool.
  pool.on('release', (_error, client) => {
    if (readOnlyClients.has(client)) (client as pg.PoolClient & pg.Client).end().catch(() => {});
  });
}

/**
 * Migrates the database. If several processes start at the same time, one process runs the migrations while the others
 * wait.
 */
async function migrateWithLock(
  url: string,
  migrationsFolder: string,
  { allowNewerSchema }: MigrationOptions,
): Promise<void> {
  const client = createSession(url, FIRST_CONNECT_TIMEOUT);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const queries = drizzle({ client });
    if (!allowNewerSchema) await refuseNewerSchema(queries, migrationsFolder);
    await migrate(queries, { migrationsFolder });
  } finally {
    // The lock is not released explicitly, because closing the session releases it, even after an error.
    await client.end();
  }
}

/**
 * Creates a connection outside the connection pool. TCP keepalives let the server detect quickly that this machine is
 * unreachable.
 */
function createSession(url: string, timeout = CONNECT_TIMEOUT): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
    options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  });
}

/**
 * Listens for notifications on a separate session outside the connection pool, because the pool may close its sessions,
 * which would lose notifications. Calls `onLost` after each reconnection.
 */
async function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  onLost: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client;
  let isStopped = false;

  const connect = async () => {
    client = createSession(url);
    client.on('notification', ({ payload = '' }) => onNotify(payload));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    // Registers the `end` handler only after the connection has succeeded, because a failed attempt also emits `end`,
    // which would cause a second retry.
    client.on('end', reconnectSoon);
  };
  const reconnectSoon = () => {
    if (!isStopped)
      setTimeout(() => connect().then(onLost, reconnectSoon), RECONNECT_DELAY).unref();
  };

  await connect();
  return async () => {
    isStopped = true;
    await client.end();
  };
}

function getReason(error: unknown): string {
  // If Node cannot connect to any of a host name's IP addresses, it throws an AggregateError without a message. The
  // reason is in its `errors` property.
  if (error instanceof AggregateError) return getReason(error.errors[0]);
  const { message, cause } = error as Error;
  return cause ? getReason(cause) : message.split('\n', 1)[0]!;
}
