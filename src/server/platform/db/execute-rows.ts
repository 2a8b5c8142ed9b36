import type { SQL } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * Runs a statement and returns its rows, on both PGlite and node-postgres. Drizzle types the result of `execute`
 * differently for each driver, although both drivers return an object with `rows`. The caller must make sure that `Row`
 * matches the selected columns.
 */
export async function executeRows<Row>(
  queries: Pick<Queries, 'execute'>,
  statement: SQL,
): Promise<Row[]> {
  return ((await queries.execute(statement)) as unknown as { rows: Row[] }).rows;
}
