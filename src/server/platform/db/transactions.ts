import { setTimeout as wait } from 'node:timers/promises';
import type { Queries } from './database.ts';
import { getSqlState } from './sql-state.ts';

/**
 * The SQLSTATEs `deadlock_detected` and `serialization_failure` (PostgreSQL, appendix A). A transaction that failed
 * with one of these errors may succeed if it runs again.
 */
const CONFLICTS: ReadonlySet<string> = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 5;
/**
 * Base value for the pauses between attempts, in milliseconds. The pause after attempt n is random, and at most 2^n
 * times this value.
 */
const FIRST_PAUSE = 20;

/**
 * Makes `queries` retry transactions. If PostgreSQL aborts a transaction to resolve a deadlock or a serialization
 * conflict, the whole transaction runs again. A transaction's callback must therefore not have side effects outside the
 * database. Nested transactions (savepoints) are not retried on their own, because their locks belong to the outer
 * transaction.
 */
export function makeTransactionsRetryConflicts(queries: Queries): void {
  const runOnce = queries.transaction.bind(queries);
  const run: typeof runOnce = async (work, config) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await runOnce(work, config);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !CONFLICTS.has(getSqlState(error) ?? '')) throw error;
        // The pause is random, which makes it unlikely that two conflicting transactions conflict again.
        await wait(Math.random() * FIRST_PAUSE * 2 ** attempt);
      }
  };
  queries.transaction = run;
}
