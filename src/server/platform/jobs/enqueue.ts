import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { openTransactionQueue } from './database-adapter.ts';
import type { Task } from './job.ts';

export interface EnqueueOptions {
  /**
   * At most one job waits for each key. A waiting one takes this payload, and is due at the earlier of both times, even if
   * it waits for a retry. A running one does not count: it may have started before the change.
   */
  key?: string;
  /** The earliest start. The job may start up to a minute later. */
  startAfter?: Date;
}

/**
 * Enqueues a job, which runs once the transaction has committed. Throws a `ZodError` if the payload does not fit the task,
 * before anything is written.
 */
export async function enqueue<Payload extends z.ZodObject>(
  transaction: Queries,
  task: Task<Payload>,
  payload: z.input<Payload>,
  { key, startAfter }: EnqueueOptions = {},
): Promise<void> {
  task.payload.parse(payload);
  const queue = await openTransactionQueue(transaction);
  // All jobs without a key would share one.
  if (!key)
    await queue.send(task.id, payload, {
      singletonKey: newId(),
      ...(startAfter && { startAfter }),
    });
  else if (!startAfter) await queue.upsert(task.id, payload, { singletonKey: key, startAfter: 0 });
  else await enqueueBy(transaction, task.id, { payload, key, startAfter });
}

/**
 * Enqueues a job for each key, in one statement. Unlike with {@link enqueue}, a job that waits for a retry keeps its time
 * and another one is enqueued; a job that is due already is left unchanged.
 */
export async function enqueueEach<Payload extends z.ZodObject>(
  transaction: Queries,
  task: Task<Payload>,
  jobs: readonly { key: string; payload: z.input<Payload> }[],
): Promise<void> {
  if (!jobs.length) return;
  for (const { payload } of jobs) task.payload.parse(payload);
  const queue = await openTransactionQueue(transaction);
  await queue.insert(
    task.id,
    jobs.map(({ key, payload }) => ({ singletonKey: key, data: payload })),
  );
}

/** Enqueues a job with a key and a start. pg-boss's `upsert` would postpone a job that is due earlier. */
async function enqueueBy(
  transaction: Queries,
  queueName: string,
  { payload, key, startAfter }: { payload: object; key: string; startAfter: Date },
): Promise<void> {
  const updateWaiting = async () => {
    const waiting = await executeRows<unknown>(
      transaction,
      sql`
      UPDATE pgboss.job
      SET data = ${JSON.stringify(payload)}::jsonb,
        start_after = least(start_after, ${startAfter.toISOString()}::timestamptz)
      WHERE name = ${queueName} AND singleton_key = ${key} AND state < 'active'
      RETURNING id`,
    );
    return waiting.length > 0;
  };
  if (await updateWaiting()) return;
  const queue = await openTransactionQueue(transaction);
  // Inserts nothing if another transaction has just enqueued one.
  await queue.insert(queueName, [{ singletonKey: key, data: payload, startAfter }]);
  await updateWaiting();
}
