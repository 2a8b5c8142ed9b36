import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { openTransactionQueue } from './database-adapter.ts';
import type { Task } from './job.ts';

export interface EnqueueOptions {
  /**
   * Of jobs with one key, one waits at most: it takes this payload, and is due at the earlier of its own time and this
   * one, even when it waits for its next attempt. One that is being done does not count: it may have begun before the
   * change.
   */
  key?: string;
  /** Not before then; up to a minute later. */
  startAfter?: Date;
}

/**
 * Enqueues a task, to be done by a process that works jobs off if and when the transaction commits. Throws a `ZodError`
 * when the payload does not fit the task, before anything is written.
 */
export async function enqueue<Payload extends z.ZodObject>(
  transaction: Queries,
  task: Task<Payload>,
  payload: z.input<Payload>,
  { key, startAfter }: EnqueueOptions = {},
): Promise<void> {
  task.payload.parse(payload);
  const queue = await openTransactionQueue(transaction);
  // Without a key of its own, it would be one with all others that have none.
  if (!key)
    await queue.send(task.id, payload, {
      singletonKey: newId(),
      ...(startAfter && { startAfter }),
    });
  else if (!startAfter) await queue.upsert(task.id, payload, { singletonKey: key, startAfter: 0 });
  else await enqueueBy(transaction, task.id, { payload, key, startAfter });
}

/**
 * Enqueues a task once for each key, in one statement. Unlike by {@link enqueue}, a job that waits for its next attempt
 * keeps its time, and another is enqueued beside it; one that is due already stays as it is.
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

/** pg-boss's `upsert` would postpone a job that is due earlier. */
async function enqueueBy(
  transaction: Queries,
  queueName: string,
  { payload, key, startAfter }: { payload: object; key: string; startAfter: Date },
): Promise<void> {
  const hasten = async () => {
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
  if (await hasten()) return;
  const queue = await openTransactionQueue(transaction);
  // Does nothing where another transaction has enqueued one a moment ago.
  await queue.insert(queueName, [{ singletonKey: key, data: payload, startAfter }]);
  await hasten();
}
