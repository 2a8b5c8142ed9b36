import { once } from 'node:events';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { countPoolConnections } from './count-pool-connections.ts';
import type { LockedDataFolder } from './data-folder.ts';
import type { Database, MigrationOptions, Queries } from './database.ts';
import { createInProcessLocks } from './locks.ts';
import { PgliteConnection } from './pglite-connection.ts';
import { refuseNewerSchema } from './refuse-newer-schema.ts';
import { MIN_TRIGRAM_SIMILARITY } from './similarity.ts';

/** Name of PGlite's only user and of its only database. */
const USER_AND_DATABASE = 'postgres';

/**
 * Opens the embedded database and migrates it. The database is in a data folder that this process has locked, or in
 * memory with the contents of `dump`. If the database's thread crashes, the next query reopens the database.
 */
export async function openPgliteDatabase({
  folder,
  dump,
  migrationsFolder,
  allowNewerSchema,
}: MigrationOptions & {
  folder?: LockedDataFolder;
  dump?: string;
}): Promise<Database> {
  const source = { folder: folder && path.join(folder.path, 'db'), dump };
  // `assertHeld` runs before every statement, and exits the process if another process has taken over the data folder.
  const database = await openSingleSessionDatabase(
    () => new PgliteConnection(source, () => folder?.assertHeld()),
  );
  try {
    const queries = database.queries as unknown as NodePgDatabase;
    if (migrationsFolder) {
      if (!allowNewerSchema) await refuseNewerSchema(queries, migrationsFolder);
      await migrate(queries, { migrationsFolder });
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Opens the embedded database over a connection that `connect` returns. If the connection is lost, calls `connect`
 * again. The database has only one session, so queries run one after the other, and a transaction occupies the session
 * until the transaction ends.
 */
export async function openSingleSessionDatabase(connect: () => Duplex): Promise<Database> {
  const connections = new Set<Duplex>();
  const channels = new Channels();
  const pool = createSingleSessionPool({
    user: USER_AND_DATABASE,
    database: USER_AND_DATABASE,
    stream() {
      const connection = connect();
      connections.add(connection);
      connection.once('close', () => connections.delete(connection));
      return connection;
    },
    async onConnect(client) {
      await client.query(`SET pg_trgm.similarity_threshold = ${MIN_TRIGRAM_SIMILARITY}`);
      await channels.listenOnSession(client);
    },
  });
  // A lost connection needs no handling, because the running query fails and the next query reconnects.
  pool.on('error', () => {}).on('connect', (session) => session.on('error', () => {}));
  const close = async () => {
    const closings = [...connections].map((connection) => once(connection, 'close'));
    await pool.end();
    await Promise.all(closings);
  };
  try {
    (await pool.connect()).release();
  } catch (error) {
    await close();
    throw error;
  }
  const queries = drizzle({ client: pool }) as unknown as Queries;
  return {
    engine: 'embedded',
    queries,
    publicQueries: queries,
    onReturnToPrimary: () => () => {},
    listen: (...parameters) => channels.listen(pool, ...parameters),
    lock: createInProcessLocks(),
    countConnections: () => countPoolConnections(pool),
    close,
  };
}

/**
 * Creates a connection pool with a single session, which stays open when a statement fails. Replaces the `query` method
 * of `pg.Pool`, because it would close the session after a failed statement, and thereby close the database.
 */
function createSingleSessionPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0 });
  const query = async (text: string, values?: unknown[]) => {
    const session = await pool.connect();
    try {
      return await session.query(text, values);
    } finally {
      session.release();
    }
  };
  pool.query = query as typeof pool.query;
  return pool;
}

interface Listener {
  onNotify(payload: string): void;
  onLost(): void;
}

/** Listeners for notifications, by channel. A single session receives the notifications for all listeners. */
class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Starts listening on all channels in a new session. */
  async listenOnSession(session: pg.ClientBase): Promise<void> {
    session.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotify } of this.#listeners.get(channel) ?? []) onNotify(payload);
    });
    for (const [channel, listeners] of this.#listeners) {
      await session.query(createListenStatement(channel));
      for (const { onLost } of listeners) onLost();
    }
  }

  async listen(
    pool: pg.Pool,
    channel: string,
    onNotify: Listener['onNotify'],
    onLost: Listener['onLost'],
  ): Promise<() => Promise<void>> {
    const listener = { onNotify, onLost };
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    await pool.query(createListenStatement(channel));
    return async () => void listeners.delete(listener);
  }
}

function createListenStatement(channel: string): string {
  return `LISTEN ${pg.escapeIdentifier(channel)}`;
}
