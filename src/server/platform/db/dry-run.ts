import type { Queries } from './database.ts';

/**
 * Runs a transaction, rolls it back, and returns its callback's result. If `queries` is already a transaction, uses a
 * savepoint to roll back only the callback's changes.
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
