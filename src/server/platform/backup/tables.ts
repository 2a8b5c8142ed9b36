import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';

/**
 * A table of the database, with the columns that are backed up. Generated columns are omitted, because PostgreSQL
 * computes their values.
 */
export interface BackupTable {
  /** Schema and name of the table, such as `public.articles`. */
  name: string;
  columns: readonly Column[];
}

interface Column {
  name: string;
  /** SQL type of the column, such as `timestamp(3) with time zone`. */
  type: string;
}

/** The values of a row in PostgreSQL's text format, in the order of the table's columns. */
type Row = readonly (string | null)[];

/** Maximum number of rows that one statement fetches or inserts. */
const PAGE_SIZE = 500;
/** SQL condition for the tables in a backup: all of Octavo's own tables, and pg-boss's queue and job tables. */
const IN_BACKUP = sql`(namespace.nspname = 'public'
  OR (namespace.nspname = 'pgboss' AND class.relname IN ('queue', 'job')))`;
/** SQL condition for pending jobs. Finished jobs are not backed up, because they are kept only as history. */
const PENDING_JOBS = sql`WHERE state < 'completed'`;
/** Modulus of the sum in {@link RowDigest}. It limits the sum to 128 bits. */
const MODULUS = 1n << 128n;

/**
 * Lists the tables to back up, sorted by schema. Within a schema, the tables are in reverse alphabetical order, so that
 * the queue table precedes the job table. Partitions are not listed separately from their table.
 */
export async function listBackupTables(queries: Queries): Promise<BackupTable[]> {
  return queryRows<BackupTable & Record<string, unknown>>(
    queries,
    sql`
    SELECT namespace.nspname || '.' || class.relname AS name,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum) AS columns
    FROM pg_class AS class
      JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
      JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
    WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition AND ${IN_BACKUP}
      AND attribute.attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY namespace.nspname, class.relname
    ORDER BY namespace.nspname COLLATE "C", class.relname COLLATE "C" DESC`,
  );
}

/**
 * Sets the transaction's output format, so that values are formatted identically on every server and in every time
 * zone. {@link readRows} and {@link insertRows} require this format.
 */
export async function setPortableOutputFormat(transaction: Queries): Promise<void> {
  await transaction.execute(sql`
    SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
      set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true)`);
}

/** Reads a table's rows, one page at a time. Must run in a transaction, because it reads from a cursor. */
export async function* readRows(transaction: Queries, table: BackupTable): AsyncGenerator<Row[]> {
  const values = sql.join(
    table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  );
  const where = table.name === 'pgboss.job' ? PENDING_JOBS : sql``;
  await transaction.execute(
    sql`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT to_json(ARRAY[${values}]) AS row FROM ${toIdentifier(table)} ${where}`,
  );
  const fetchPage = sql`FETCH ${sql.raw(String(PAGE_SIZE))} FROM backup_rows`;
  for (;;) {
    const rows = await queryRows<{ row: Row }>(transaction, fetchPage);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await transaction.execute(sql`CLOSE backup_rows`);
}

/**
 * Inserts rows into a table. `columns` lists the column names in the order of the values in each row. Values of columns
 * that do not exist in `table` are skipped.
 */
export async function insertRows(
  transaction: Queries,
  table: BackupTable,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const knownColumns = columns.flatMap((name, index) => (types.has(name) ? { name, index } : []));
  const names = knownColumns.map(({ name }) => sql.identifier(name));
  const values = knownColumns.map(
    ({ name, index }) => sql`(row ->> ${sql.raw(String(index))})::${sql.raw(types.get(name)!)}`,
  );
  await transaction.execute(sql`
    INSERT INTO ${toIdentifier(table)} (${sql.join(names, sql`, `)}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(values, sql`, `)} FROM json_array_elements(${JSON.stringify(rows)}::json) AS row`);
}

/** Advances each identity column's sequence past the largest value in the column. */
export async function advanceIdentitySequences(transaction: Queries): Promise<void> {
  const identities = await queryRows<{ name: string; column: string }>(
    transaction,
    sql`
    SELECT namespace.nspname || '.' || class.relname AS name, attname AS column
    FROM pg_class AS class
      JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
      JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
    WHERE ${IN_BACKUP} AND attidentity <> ''`,
  );
  for (const { name, column } of identities) {
    const table = toIdentifier({ name, columns: [] });
    const largest = sql`max(${sql.identifier(column)})`;
    await transaction.execute(sql`
      SELECT setval(pg_get_serial_sequence(${name}, ${column}), coalesce(${largest}, 1), ${largest} IS NOT NULL)
      FROM ${table}`);
  }
}

/** A digest of rows. It is the sum of the individual rows' digests, so that their order does not affect the result. */
export class RowDigest {
  #sum = 0n;
  rows = 0;

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      this.#sum = (this.#sum + BigInt(`0x${hash.slice(0, 32)}`)) % MODULUS;
    }
    this.rows += rows.length;
  }

  end(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }
}

function toIdentifier({ name }: BackupTable) {
  const [schema, table] = name.split('.');
  return sql`${sql.identifier(schema!)}.${sql.identifier(table!)}`;
}
