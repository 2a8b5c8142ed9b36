import type { SQL } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * Runs a statement and returns its rows. `Row` must match the selected columns; nothing checks this. This function
 * exists because Drizzle types the result of `execute` by driver, while both PGlite and node-postgres return an object
 * with `rows`.
 */
export async function executeRows<Row>(
  queries: Pick<Queries, 'execute'>,
  statement: SQL,
): Promise<Row[]> {
  return ((await queries.execute(statement)) as unknown as { rows: Row[] }).rows;
}
