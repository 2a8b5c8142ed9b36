import { sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';

/** Maximum size, in bytes, of a table for which deleting the rows is faster than replacing the table's files. */
const MAX_SIZE_TO_DELETE_FROM = 256 * 1024;

/**
 * Deletes all rows of the given tables, and of the tables that refer to them. Does not run triggers. Has the same
 * effect as `TRUNCATE … CASCADE`, but uses `DELETE` for small tables on PGlite. There, `TRUNCATE` would replace the
 * files of each table and index, which takes ten times as long as deleting a test's rows.
 */
export async function emptyTables(queries: Queries, ...tables: readonly string[]): Promise<void> {
  // A job from an earlier test may still be changing rows, which can cause a deadlock. The statement runs in a
  // transaction, because only transactions are retried after a deadlock.
  const statement = sql.raw(createEmptyTablesStatement(tables));
  await queries.transaction((transaction) => transaction.execute(statement));
}

/** Returns the SQL statement that {@link emptyTables} executes for the tables with the given names. */
export function createEmptyTablesStatement(tables: readonly string[]): string {
  const names = tables.join(', ');
  return `DO $$
    DECLARE emptied record;
    BEGIN
      IF version() NOT LIKE '%emcc%' THEN
        TRUNCATE ${names} CASCADE;
        RETURN;
      END IF;
      -- Without triggers, rows can be deleted in any order.
      PERFORM set_config('session_replication_role', 'replica', true);
      FOR emptied IN
        WITH RECURSIVE affected AS (
          SELECT unnest('{${names}}'::regclass[])::oid AS oid
          UNION
          SELECT conrelid FROM pg_constraint JOIN affected ON confrelid = affected.oid WHERE contype = 'f'
        )
        SELECT oid::regclass AS name, pg_relation_size(oid) AS size FROM affected
      LOOP
        IF emptied.size > ${MAX_SIZE_TO_DELETE_FROM} THEN
          EXECUTE format('TRUNCATE %s CASCADE', emptied.name);
        ELSIF emptied.size > 0 THEN
          EXECUTE format('DELETE FROM %s', emptied.name);
        END IF;
      END LOOP;
    END $$`;
}
