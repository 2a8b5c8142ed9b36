/**
 * Reuses embedded databases across a worker's test files. Opening a database takes almost a second of processor time,
 * mostly to load PostgreSQL into a thread and to unpack its files. A database's thread therefore stays open after a
 * test closes the database. The next test reuses the thread, after the tables have been reset to the rows of the
 * template that this test uses.
 */
import { once } from 'node:events';
import pg from 'pg';
import type { Database } from '#server/platform/db/database.ts';
import { openSingleSessionDatabase } from '#server/platform/db/pglite.ts';
import { PgliteConnection, SocketLikeStream } from '#server/platform/db/pglite-connection.ts';
import { createEmptyTablesStatement } from './empty-tables.ts';

/** The parts of a template database that tests can change, in a text format that PostgreSQL can read. */
export interface DatabaseSnapshot {
  /**
   * A hash of the tables, columns, constraints, triggers, settings and schemas. A database with a different hash is not
   * reused.
   */
  schema: string;
  /** The rows of each table, by table name. */
  rows: Record<string, string[]>;
  /**
   * Function definitions by name. They are restored for the next test, because tests can replace the clock function of
   * the job queue.
   */
  functions: Record<string, string>;
  /** The number of bytes that the database has written to its write-ahead log. */
  walPosition: number;
}

/** Maximum number of idle databases per worker. A test rarely opens more than two databases. */
const MAX_IDLE = 2;
/**
 * A database that has written more than this number of bytes to its write-ahead log is not reused, because the log is
 * kept in memory.
 */
const MAX_WRITTEN_BYTES = 64 * 1024 ** 2;
/**
 * First byte of the Terminate message in PostgreSQL's protocol. The message is not forwarded, because an embedded
 * PostgreSQL would exit instead of only closing the connection.
 */
const TERMINATE = 'X'.charCodeAt(0);
/**
 * SQL condition that selects the schemas of Octavo and of the job queue. Excludes the migration history, which tests do
 * not change.
 */
const IS_OWN = `n.nspname !~ '^(pg_|information_schema$|drizzle$)'`;

const idleConnections: PgliteConnection[] = [];

/** Opens a database with the contents of a template. */
export async function openPooledDatabase(
  dump: string,
  snapshot: DatabaseSnapshot,
): Promise<Database> {
  const thread = (await acquireIdle(snapshot)) ?? (await openThread(dump));
  return openSingleSessionDatabase(() =>
    // If the thread was destroyed, its in-memory database is lost, so a new database is created from the template's
    // dump.
    thread.destroyed ? createThread(dump) : new Lease(thread, keepIdle),
  );
}

/** Takes a snapshot of a database. */
export async function takeDatabaseSnapshot(database: Database): Promise<DatabaseSnapshot> {
  const { $client } = database.queries as unknown as { $client: pg.Pool };
  const session = await $client.connect();
  try {
    const rows: DatabaseSnapshot['rows'] = {};
    for (const table of await listUsedTables(session)) {
      const rowTexts = await listFirstColumn(session, `SELECT t::text FROM ${table} AS t`);
      if (rowTexts.length > 0) rows[table] = rowTexts;
    }
    return { ...(await describeSchema(session)), rows };
  } finally {
    session.release();
  }
}

/** Returns an idle database, restored to the snapshot. Returns `undefined` if there is none. */
async function acquireIdle(snapshot: DatabaseSnapshot): Promise<PgliteConnection | undefined> {
  for (;;) {
    const connection = idleConnections.pop();
    if (!connection || (await restore(connection, snapshot))) return connection;
    connection.end();
  }
}

/** Restores an idle database to a snapshot. Returns false if the database cannot be reused. */
async function restore(connection: PgliteConnection, snapshot: DatabaseSnapshot): Promise<boolean> {
  const session = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    stream: () => new Lease(connection),
  });
  await session.connect();
  try {
    await session.query('ROLLBACK');
    await session.query('DISCARD ALL');
    const { schema, functions, walPosition } = await describeSchema(session);
    const isAltered =
      schema !== snapshot.schema ||
      Object.keys(functions).some((name) => !Object.hasOwn(snapshot.functions, name));
    if (isAltered || walPosition - snapshot.walPosition > MAX_WRITTEN_BYTES) return false;
    // `session_replication_role = replica` disables triggers and foreign key checks, so that rows can be restored in
    // any order.
    await session.query('SET session_replication_role = replica');
    await session.query('BEGIN');
    for (const [name, definition] of Object.entries(snapshot.functions))
      if (functions[name] !== definition) await session.query(definition);
    const usedTables = await listUsedTables(session);
    if (usedTables.length > 0) await session.query(createEmptyTablesStatement(usedTables));
    await session.query('SELECT setval(seqrelid, seqstart, false) FROM pg_sequence');
    for (const [table, rows] of Object.entries(snapshot.rows))
      await session.query(
        `INSERT INTO ${table} SELECT (read.of_table).*
        FROM (SELECT text::${table} AS of_table FROM unnest($1::text[]) AS text OFFSET 0) AS read`,
        [rows],
      );
    await session.query('COMMIT');
    await session.query('DISCARD ALL');
    return true;
  } finally {
    await session.end();
  }
}

/** Lists the tables that contain rows, or whose deleted rows still take up space in their files. */
function listUsedTables(session: pg.ClientBase): Promise<string[]> {
  return listFirstColumn(
    session,
    `SELECT format('%I.%I', n.nspname, c.relname)
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND pg_relation_size(c.oid) > 0 AND ${IS_OWN} ORDER BY 1`,
  );
}

async function describeSchema(session: pg.ClientBase): Promise<Omit<DatabaseSnapshot, 'rows'>> {
  const { rows } = await session.query(`
    SELECT
      pg_current_wal_insert_lsn() - '0/0' AS "walPosition",
      md5(concat(
        (SELECT string_agg(format('%s.%s %s %s', n.nspname, c.relname, c.relkind, c.reloptions), ',' ORDER BY n.nspname, c.relname)
          FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE ${IS_OWN}),
        (SELECT string_agg(format('%s %s %s %s', c.relname, a.attname, a.atttypid::regtype, a.attnotnull), ',' ORDER BY n.nspname, c.relname, a.attnum)
          FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
          WHERE ${IS_OWN} AND a.attnum > 0),
        (SELECT string_agg(concat(conrelid::regclass, conname, contype, convalidated, pg_get_constraintdef(oid)), ',' ORDER BY conrelid::regclass::text, conname)
          FROM pg_constraint WHERE conrelid >= 16384),
        (SELECT string_agg(concat(tgrelid::regclass, tgname, tgenabled), ',' ORDER BY tgrelid::regclass::text, tgname)
          FROM pg_trigger WHERE NOT tgisinternal),
        (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting),
        (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace AS n WHERE ${IS_OWN})
      )) AS schema,
      (SELECT json_object_agg(p.oid::regprocedure::text, pg_get_functiondef(p.oid))
        FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
        WHERE ${IS_OWN} AND p.prokind = 'f'
          AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')) AS functions`);
  const [{ schema, functions, walPosition }] = rows;
  return { schema, functions: functions ?? {}, walPosition: Number(walPosition) };
}

async function listFirstColumn(session: pg.ClientBase, text: string): Promise<string[]> {
  const { rows } = await session.query({ text, rowMode: 'array' });
  return rows.map(([first]) => first);
}

function createThread(dump: string): PgliteConnection {
  return new PgliteConnection({ folder: undefined, dump }, () => {});
}

async function openThread(dump: string): Promise<PgliteConnection> {
  const thread = createThread(dump).connect();
  await once(thread, 'connect');
  return thread;
}

function keepIdle(thread: PgliteConnection): void {
  if (idleConnections.length < MAX_IDLE) idleConnections.push(thread);
  else thread.end();
}

type Done = (error?: Error | null) => void;

/**
 * A connection to a database's thread. If the connection ends normally, the thread stays open and `onEnd` is called. If
 * the connection is lost, the thread is closed and `onEnd` is not called.
 */
class Lease extends SocketLikeStream {
  readonly #thread: PgliteConnection;
  readonly #onEnd: (thread: PgliteConnection) => void;
  readonly #forward = (response: Buffer) => void this.push(response);
  readonly #fail = () => void this.destroy(new Error('The database broke off.'));

  constructor(thread: PgliteConnection, onEnd: (thread: PgliteConnection) => void = () => {}) {
    super();
    this.#thread = thread.on('data', this.#forward).once('close', this.#fail);
    this.#onEnd = onEnd;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (chunk[0] === TERMINATE) done();
    else this.#thread.write(chunk, done);
  }

  /** Joins buffered writes into one, since the database thread responds to each write separately. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'latin1', done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#thread.off('data', this.#forward).off('close', this.#fail);
    // A connection that is destroyed early may still have a query running, so its thread cannot be reused.
    if (error || !this.writableFinished) this.#thread.destroy();
    else if (!this.#thread.destroyed) this.#onEnd(this.#thread);
    done(error);
  }
}
