import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { JobDefinition } from './job.ts';
import { openPgBossInTransaction } from './pg-boss-adapter.ts';

/** Schema of the payload of a job that collects items until it starts. Each item is listed only once. */
export const collectingJobPayloadSchema = z.strictObject({ items: z.array(z.string()) });

/** A type of job that first collects items for some time, and then handles all of them at once. */
export interface CollectingJobDefinition extends JobDefinition<typeof collectingJobPayloadSchema> {
  /** Seconds for which a job collects items before it starts. */
  collectionTime: number;
  /** Maximum number of items in one job. Further items are added to another job. */
  maxItems: number;
}

const COLLECTING_KEY = 'collecting';

/**
 * Adds items to the job that is still collecting items. If there is no such job, or if it is full, enqueues a new job.
 * Does not add items to a job that has started, not even while it waits for a retry.
 */
export async function addItemsToCollectingJob(
  transaction: Queries,
  jobType: CollectingJobDefinition,
  items: readonly string[],
): Promise<void> {
  const distinctItems = [...new Set(items)];
  for (let from = 0; from < distinctItems.length; from += jobType.maxItems)
    await enqueueBatch(transaction, jobType, distinctItems.slice(from, from + jobType.maxItems));
}

async function enqueueBatch(
  transaction: Queries,
  jobType: CollectingJobDefinition,
  items: readonly string[],
): Promise<void> {
  const tryToAdd = () => addToCollectingJob(transaction, jobType, items);
  if (await tryToAdd()) return;
  const queue = await openPgBossInTransaction(transaction);
  const startAfter = new Date(Date.now() + jobType.collectionTime * 1000);
  const job = { data: { items: [...items] }, startAfter };
  // If another job is already collecting items, this insert has no effect. Either that job is full, or another
  // transaction enqueued it after the first attempt to add the items. In the latter case, a second attempt may succeed.
  await queue.insert(jobType.id, [{ ...job, singletonKey: COLLECTING_KEY }]);
  if (await tryToAdd()) return;
  await queue.insert(jobType.id, [{ ...job, singletonKey: newId() }]);
}

/**
 * Adds items to the job that is still collecting items. Returns false if there is no such job, or if the job would then
 * have more than `maxItems` items.
 */
async function addToCollectingJob(
  transaction: Queries,
  { id, maxItems }: CollectingJobDefinition,
  items: readonly string[],
): Promise<boolean> {
  const updatedRows = await queryRows<unknown>(
    transaction,
    sql`
    UPDATE pgboss.job SET data = jsonb_build_object('items', collected.items)
    FROM (
      SELECT waiting.id, (
        SELECT jsonb_agg(DISTINCT item)
        FROM jsonb_array_elements(waiting.data->'items' || ${JSON.stringify(items)}::jsonb) AS item
      ) AS items
      FROM pgboss.job AS waiting
      WHERE name = ${id} AND singleton_key = ${COLLECTING_KEY} AND state = 'created' FOR UPDATE
    ) AS collected
    WHERE job.name = ${id} AND job.id = collected.id AND jsonb_array_length(collected.items) <= ${maxItems}
    RETURNING job.id`,
  );
  return updatedRows.length > 0;
}
