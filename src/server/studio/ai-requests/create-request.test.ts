import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { enqueueSubmitAndPollJob, SUBMIT_AND_POLL_JOB_DEFINITION } from './create-request.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase('memory');
  await createOrUpdateQueues(database, [SUBMIT_AND_POLL_JOB_DEFINITION]);
});
afterAll(() => database.close());

it('enqueues a job that is due immediately, even late in a transaction', async () => {
  const isDue = await database.queries.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT now()`);
    // SQL's `now()` returns the start time of the transaction. After this pause, it differs from the current time.
    await wait(20);
    await enqueueSubmitAndPollJob(transaction);
    const rows = await queryRows<{ due: boolean }>(
      transaction,
      sql`SELECT start_after <= pgboss.job_now() AS due FROM pgboss.job WHERE name = ${SUBMIT_AND_POLL_JOB_DEFINITION.id}`,
    );
    return rows[0]!.due;
  });
  expect(isDue).toBe(true);
});
