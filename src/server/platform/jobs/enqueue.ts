import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { JobDefinition } from './job.ts';
import { openPgBossInTransaction } from './pg-boss-adapter.ts';

export interface EnqueueOptions {
  /**
   * Key of the job. If a job with the same key is already waiting to start or to retry, no job is added. Instead, the
   * waiting job gets the new payload and the earlier of the two start times. If a job with this key is running, a new
   * job is enqueued, because the running job may have started before the change that the new job has to handle.
   */
  key?: string;
  /** Earliest time at which the job may start. The actual start may be up to a minute later. */
  startAfter?: Date;
}

/**
 * Enqueues a job, which can start once the transaction has committed. Throws a `ZodError`, before anything is written,
 * if the payload does not match the job type's schema.
 */
export async function enqueue<Payload extends z.ZodObject>(
  transaction: Queries,
  jobType: JobDefinition<Payload>,
  payload: z.input<Payload>,
  { key, startAfter }: EnqueueOptions = {},
): Promise<void> {
  jobType.payload.parse(payload);
  const queue = await openPgBossInTransaction(transaction);
  // A job without a key gets a random key, because pg-boss treats all jobs with an empty key as the same job.
  if (!key)
    await queue.send(jobType.id, payload, {
      singletonKey: newId(),
      ...(startAfter && { startAfter }),
    });
  else if (!startAfter)
    await queue.upsert(jobType.id, payload, { singletonKey: key, startAfter: 0 });
  else await upsertWithEarlierStart(transaction, jobType.id, { payload, key, startAfter });
}

/**
 * Enqueues a job for each key, in one statement. Unlike {@link enqueue}, never changes jobs that are already waiting.
 * If a job with the same key is waiting for its first attempt, no job is added. If a job with the same key is waiting
 * for a retry, another job is added.
 */
export async function enqueueEach<Payload extends z.ZodObject>(
  transaction: Queries,
  jobType: JobDefinition<Payload>,
  jobs: readonly { key: string; payload: z.input<Payload> }[],
): Promise<void> {
  if (!jobs.length) return;
  for (const { payload } of jobs) jobType.payload.parse(payload);
  const queue = await openPgBossInTransaction(transaction);
  await queue.insert(
    jobType.id,
    jobs.map(({ key, payload }) => ({ singletonKey: key, data: payload })),
  );
}

/**
 * Enqueues a job with a key and a start time. Does not use pg-boss's `upsert`, because it would postpone a waiting job
 * that has an earlier start time.
 */
async function upsertWithEarlierStart(
  transaction: Queries,
  queueName: string,
  { payload, key, startAfter }: { payload: object; key: string; startAfter: Date },
): Promise<void> {
  const updateWaitingJob = async () => {
    const updatedRows = await queryRows<unknown>(
      transaction,
      sql`
      UPDATE pgboss.job
      SET data = ${JSON.stringify(payload)}::jsonb,
        start_after = least(start_after, ${startAfter.toISOString()}::timestamptz)
      WHERE name = ${queueName} AND singleton_key = ${key} AND state < 'active'
      RETURNING id`,
    );
    return updatedRows.length > 0;
  };
  if (await updateWaitingJob()) return;
  const queue = await openPgBossInTransaction(transaction);
  // If another transaction has just enqueued a job with the same key, the insert has no effect. In that case, the
  // existing job is updated instead.
  await queue.insert(queueName, [{ singletonKey: key, data: payload, startAfter }]);
  await updateWaitingJob();
}
