import { setTimeout as wait } from 'node:timers/promises';
import type { Queries } from './database.ts';
import { getSqlState } from './sql-state.ts';

/** `deadlock_detected` and `serialization_failure` (PostgreSQL, appendix A): the same transaction may well succeed now. */
const CONFLICTS: ReadonlySet<string> = new Set(['40P01', '40001']);
const MOST_ATTEMPTS = 5;
/** Milliseconds before the second attempt, at most; twice as long before each further one. */
const FIRST_PAUSE = 20;

/**
 * Makes every transaction of `queries` run again from its beginning when PostgreSQL ends it to resolve a deadlock or a
 * serialization conflict. What runs within one therefore changes nothing but the database. Nested transactions
 * (savepoints) are not retried: their locks belong to the outer one.
 */
export function retryConflicts(queries: Queries): void {
  const runOnce = queries.transaction.bind(queries);
  const run: typeof runOnce = async (work, config) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await runOnce(work, config);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !CONFLICTS.has(getSqlState(error) ?? '')) throw error;
        // A random delay, so that two conflicting transactions do not conflict again.
        await wait(Math.random() * FIRST_PAUSE * 2 ** attempt);
      }
  };
  queries.transaction = run;
}
