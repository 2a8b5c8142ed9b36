import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '#server/platform/start-error.ts';
import type { Database, MigrationsFolder, Queries } from './database.ts';
import { createAdvisoryLocks } from './locks.ts';
import { SIMILARITY_THRESHOLD } from './similarity.ts';
import { retryConflicts } from './transactions.ts';

/** Key of the advisory lock that lets one process migrate at a time. Any number does; it must stay. */
const MIGRATION_LOCK = 8_180_320;
/** Milliseconds. */
const CONNECT_TIMEOUT = 5000;
const LONGEST_STATEMENT = 15_000;
/** Longer than the server would let it run: a server that is frozen, or gone with the network, ends nothing. */
const LONGEST_SILENCE = LONGEST_STATEMENT + 2000;
const RECONNECT_AFTER = 1000;

/** Connects to a PostgreSQL server. Throws {@link StartError} when it cannot be reached. */
export async function openPostgres(
  url: string,
  migrationsFolder: MigrationsFolder,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: LONGEST_STATEMENT,
    query_timeout: LONGEST_SILENCE,
    options: `-c pg_trgm.similarity_threshold=${SIMILARITY_THRESHOLD}`,
  });
  // A connection that breaks is replaced by the next query; whoever is using it hears of it from theirs.
  pool.on('error', () => {}).on('connect', (session) => session.on('error', () => {}));
  const queries = drizzle({ client: pool }) as unknown as Queries;
  retryConflicts(queries);
  try {
    if (migrationsFolder) await migrateAlone(url, migrationsFolder);
    else await queries.execute('SELECT');
  } catch (error) {
    await pool.end();
    throw new StartError(`Cannot use the database at DATABASE_URL: ${reasonOf(error)}`);
  }
  return {
    engine: 'PostgreSQL',
    queries,
    listen: (...of) => listen(url, ...of),
    lock: createAdvisoryLocks(() => sessionAt(url)),
    close: () => pool.end(),
  };
}

/** Several instances may start at once: one migrates, the others wait for it, however long it takes. */
async function migrateAlone(url: string, migrationsFolder: string): Promise<void> {
  const client = sessionAt(url);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    // Closing the session gives the lock back, whatever happened.
    await client.end();
  }
}

/** A connection beside the pool. The server, too, soon notices when the machine at its other end is gone. */
function sessionAt(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  });
}

/** A session of its own: a pooler in between would lose notifications. */
async function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  onLost: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client;
  let stopped = false;

  const connect = async () => {
    client = sessionAt(url);
    client.on('notification', ({ payload = '' }) => onNotify(payload));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    // Not before: an attempt that fails ends too, and would be followed by two.
    client.on('end', reconnectSoon);
  };
  const reconnectSoon = () => {
    if (!stopped) setTimeout(() => connect().then(onLost, reconnectSoon), RECONNECT_AFTER).unref();
  };

  await connect();
  return async () => {
    stopped = true;
    await client.end();
  };
}

function reasonOf(error: unknown): string {
  // Failing to connect to every address of a name comes as a bundle without a message of its own.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const { message, cause } = error as Error;
  return cause ? reasonOf(cause) : message.split('\n', 1)[0]!;
}
