import type { SQL } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * Runs a statement and returns its rows. The caller must make sure that `Row` matches the selected columns. Drizzle
 * types the result of `execute` by driver; this function works for PGlite and node-postgres, which both return an
 * object with `rows`.
 */
export async function executeRows<Row>(
  queries: Pick<Queries, 'execute'>,
  statement: SQL,
): Promise<Row[]> {
  return ((await queries.execute(statement)) as unknown as { rows: Row[] }).rows;
}
