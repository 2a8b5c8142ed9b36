import type { SQL } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * Runs a statement and returns its rows. Works with both PGlite and node-postgres: both return an object with `rows`,
 * but Drizzle declares a different result type for each driver. The caller must make sure that `Row` matches the
 * selected columns.
 */
export async function queryRows<Row>(
  queries: Pick<Queries, 'execute'>,
  statement: SQL,
): Promise<Row[]> {
  return ((await queries.execute(statement)) as unknown as { rows: Row[] }).rows;
}
