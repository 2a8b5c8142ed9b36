import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { rebuildCategoryCounts } from '#server/catalogue/articles/category-counts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { addAuthors, DATA_SET_VERSION } from './data-set.ts';
import { addReaders } from './readers.ts';

const FILL_WORKER_PATH = fileURLToPath(new URL('fill-worker.ts', import.meta.url));
/** The connection timeout, in milliseconds, for finding out if a PostgreSQL server is running. */
const CONNECTION_TIMEOUT = 2000;

/** A PostgreSQL server on which temporary databases may be created. */
export interface DatabaseServer {
  version: string;
  /**
   * Returns the URL of a database with a generated data set of `size` articles. Creates and fills the database, unless
   * an earlier run has kept it.
   */
  openDataSet(size: number): Promise<string>;
  /**
   * Returns the URL of the database with the given name. Creates the database and calls `fill`, unless an earlier run
   * has kept the filled database.
   */
  open(name: string, fill: (url: string) => Promise<void>): Promise<string>;
  /** Drops the databases that this run has created. Does nothing if the databases are kept for the next run. */
  clear(): Promise<void>;
}

/**
 * Finds a PostgreSQL server: the server named in the environment variable `DATABASE_URL_BENCH` or `TEST_DATABASE_URL`,
 * or a server on this machine if neither variable is set. Returns undefined if neither variable is set and no server
 * runs on this machine. Rejects if a variable names a server that cannot be reached. If `isKept` is true, databases are
 * kept after the run, and the next run reuses them.
 */
export async function findDatabaseServer(isKept: boolean): Promise<DatabaseServer | undefined> {
  const { DATABASE_URL_BENCH, TEST_DATABASE_URL } = process.env;
  const named = DATABASE_URL_BENCH ?? TEST_DATABASE_URL;
  const url = named ?? `postgres://${userInfo().username}@localhost/postgres`;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  });
  try {
    await client.connect();
  } catch (error) {
    if (named) throw error;
    return undefined;
  }
  const version = await client.query('SHOW server_version');
  await client.end();

  const createdDatabases: string[] = [];
  const prefix = `octavo_bench_${isKept ? `v${DATA_SET_VERSION}` : process.pid}`;
  const open: DatabaseServer['open'] = async (suffix, fillEmpty) => {
    const name = `${prefix}_${suffix}`;
    const database = new URL(url);
    database.pathname = `/${name}`;
    if (isKept && (await isFilled(url, name))) return database.href;
    createdDatabases.push(name);
    await runStatements(url, [`DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`]);
    await fillEmpty(database.href);
    await runStatements(url, [`COMMENT ON DATABASE ${name} IS '${FILLED_DATABASE_COMMENT}'`]);
    return database.href;
  };
  return {
    version: String(version.rows[0].server_version).split(' ', 1)[0]!,
    openDataSet: (size) => open(String(size), (database) => fill(database, size)),
    open,
    async clear() {
      if (isKept) return;
      await runStatements(
        url,
        createdDatabases.splice(0).map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
    },
  };
}

/**
 * The comment that is set on a database when it is completely filled. If this text changes, databases that were kept
 * from earlier runs are filled again.
 */
const FILLED_DATABASE_COMMENT = 'completely filled';

async function isFilled(url: string, name: string): Promise<boolean> {
  const [row] = await runStatements(url, [
    `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = '${name}'`,
  ]);
  return row?.comment === FILLED_DATABASE_COMMENT;
}

/**
 * Creates the tables of a database and fills them with a data set. Several processes insert the articles. To save time,
 * the GIN indexes for text search are dropped before the inserts and created again afterwards.
 */
async function fill(url: string, size: number): Promise<void> {
  // Opening the database runs the migrations, which create the tables.
  await (await openDatabase({ url })).close();
  await withConnectionWithoutTimeLimits(url, (queries) => addAuthors(queries, size));
  const indexes = await runStatements(url, [
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexdef LIKE '%USING gin%' AND schemaname = 'public'`,
  ]);
  await runStatements(
    url,
    indexes.map(({ name }) => `DROP INDEX ${name}`),
  );
  const workerCount = Math.min(Math.ceil(size / 500), availableParallelism());
  const rowsPerWorker = Math.ceil(size / workerCount);
  await Promise.all(
    Array.from({ length: workerCount }, (_, worker) =>
      runFillWorker(
        url,
        size,
        worker * rowsPerWorker,
        Math.min(size, (worker + 1) * rowsPerWorker),
      ),
    ),
  );
  await withConnectionWithoutTimeLimits(url, async (queries) => {
    await rebuildCategoryCounts(queries);
    await addReaders(queries, size);
  });
  await runStatements(url, [
    `SET maintenance_work_mem = '512MB'`,
    ...indexes.map(({ definition }) => definition!),
    // Updates the statistics and the visibility map now. Otherwise, autovacuum might not update them until after the
    // measurements.
    'VACUUM (ANALYZE)',
  ]);
}

/**
 * Calls `use` with a database connection that has no time limits, because filling tables takes longer than the time
 * limits of Octavo's own connections allow.
 */
export async function withConnectionWithoutTimeLimits(
  url: string,
  use: (queries: Queries) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await use(drizzle({ client }) as unknown as Queries);
  await client.end();
}

async function runFillWorker(url: string, ...numbers: number[]): Promise<void> {
  const [code] = await once(fork(FILL_WORKER_PATH, [url, ...numbers.map(String)]), 'exit');
  if (code !== 0) throw new Error('A data set could not be filled.');
}

/** Runs SQL statements in order, and returns the rows of the last statement. */
export async function runStatements(
  url: string,
  statements: readonly string[],
): Promise<Record<string, string | undefined>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, string | undefined>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
