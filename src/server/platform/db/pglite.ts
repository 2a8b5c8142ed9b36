import { once } from 'node:events';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DataFolder } from './data-folder.ts';
import type { Database, MigrationsFolder, Queries } from './database.ts';
import { createInProcessLocks } from './locks.ts';
import { EmbeddedConnection } from './pglite-connection.ts';
import { SIMILARITY_THRESHOLD } from './similarity.ts';

/** PGlite's only user and database. */
const ONLY = 'postgres';

/**
 * Opens the embedded database in a folder that this process holds, or in memory with the contents of `dump`, and migrates
 * it. If its thread crashes, the next query reopens it.
 */
export async function openPglite({
  folder,
  dump,
  migrationsFolder,
}: {
  folder?: DataFolder;
  dump?: string;
  migrationsFolder: MigrationsFolder;
}): Promise<Database> {
  const source = { folder: folder && path.join(folder.path, 'db'), dump };
  // No statement may run after another process has taken the folder.
  const database = await openSession(
    () => new EmbeddedConnection(source, () => folder?.assertHeld()),
  );
  try {
    const queries = database.queries as unknown as NodePgDatabase;
    if (migrationsFolder) await migrate(queries, { migrationsFolder });
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Opens the embedded database over a connection. All queries share its one session in turn, and a transaction holds it
 * until it ends. `connect` is called again after the connection is lost.
 */
export async function openSession(connect: () => Duplex): Promise<Database> {
  const connections = new Set<Duplex>();
  const channels = new Channels();
  const pool = poolOfOne({
    user: ONLY,
    database: ONLY,
    stream() {
      const connection = connect();
      connections.add(connection);
      connection.once('close', () => connections.delete(connection));
      return connection;
    },
    async onConnect(client) {
      await client.query(`SET pg_trgm.similarity_threshold = ${SIMILARITY_THRESHOLD}`);
      await channels.hearThrough(client);
    },
  });
  // The next query reopens a lost connection; the running one gets its error.
  pool.on('error', () => {}).on('connect', (session) => session.on('error', () => {}));
  const close = async () => {
    const closed = [...connections].map((connection) => once(connection, 'close'));
    await pool.end();
    await Promise.all(closed);
  };
  try {
    (await pool.connect()).release();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    engine: 'embedded',
    queries: drizzle({ client: pool }) as unknown as Queries,
    listen: (...of) => channels.listen(pool, ...of),
    lock: createInProcessLocks(),
    close,
  };
}

/** A pool that keeps its only session when a statement fails. `pg` would close the session, and with it the database. */
function poolOfOne(config: pg.PoolConfig): pg.Pool {
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

/** The listeners by channel. The session listens for all of them. */
class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Listens on a new session for all listeners. */
  async hearThrough(session: pg.ClientBase): Promise<void> {
    session.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotify } of this.#listeners.get(channel) ?? []) onNotify(payload);
    });
    for (const [channel, listeners] of this.#listeners) {
      await session.query(listenTo(channel));
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
    await pool.query(listenTo(channel));
    return async () => void listeners.delete(listener);
  }
}

function listenTo(channel: string): string {
  return `LISTEN ${pg.escapeIdentifier(channel)}`;
}
