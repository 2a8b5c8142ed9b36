import type { Queries } from './database.ts';

/**
 * Runs a transaction, rolls it back, and returns the result of its callback. If another transaction is already running,
 * only the changes of the callback are rolled back, to a savepoint.
 */
export async function dryRun<Result>(
  queries: Queries,
  run: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  const rollback = new Error('rolled back on purpose');
  let result: { value: Result } | undefined;
  try {
    await queries.transaction(async (transaction) => {
      result = { value: await run(transaction) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return result!.value;
}
