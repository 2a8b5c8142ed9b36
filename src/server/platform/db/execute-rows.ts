import type { SQL } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * Runs a statement and returns the rows it produces. `Row` is what the statement selects: nothing checks it. Drizzle types
 * the result of `execute` by driver; those of PGlite and node-postgres both have `rows`.
 */
export async function executeRows<Row>(
  queries: Pick<Queries, 'execute'>,
  statement: SQL,
): Promise<Row[]> {
  return ((await queries.execute(statement)) as unknown as { rows: Row[] }).rows;
}
