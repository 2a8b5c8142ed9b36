import { sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { DEAD_LETTER_QUEUE_NAME } from './job.ts';

/** A queue with the number of its jobs in each state. */
export interface QueueWithJobCounts {
  job: string;
  /** Number of jobs that are due. */
  waiting: number;
  /** Number of jobs that are not due yet. */
  scheduled: number;
  active: number;
  /** Number of failed jobs that are waiting for a retry. */
  retrying: number;
  /** Number of jobs completed within the last seven days. */
  done: number;
  /** Number of jobs that have failed permanently. */
  dead: number;
}

/**
 * Lists all queues with their job counts, sorted by queue name. Returns an empty list if the queues have not been
 * created yet.
 */
export async function listQueuesWithJobCounts(queries: Queries): Promise<QueueWithJobCounts[]> {
  if (!(await areJobQueuesCreated(queries))) return [];
  const overviews = await queryRows<QueueWithJobCounts>(
    queries,
    sql`
    SELECT queue.name AS job,
      count(*) FILTER (WHERE job.state = 'created' AND job.start_after <= pgboss.job_now())::int AS waiting,
      count(*) FILTER (WHERE job.state = 'created' AND job.start_after > pgboss.job_now())::int AS scheduled,
      count(*) FILTER (WHERE job.state = 'active')::int AS active,
      count(*) FILTER (WHERE job.state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE job.state = 'completed')::int AS done,
      (SELECT count(*)::int FROM pgboss.job AS dead WHERE dead.name = ${DEAD_LETTER_QUEUE_NAME} AND dead.source_name = queue.name) AS dead
    FROM pgboss.queue LEFT JOIN pgboss.job ON job.name = queue.name
    WHERE queue.name <> ${DEAD_LETTER_QUEUE_NAME} GROUP BY queue.name ORDER BY queue.name`,
  );
  return overviews;
}

/** Returns true if the queues have been created. */
export async function areJobQueuesCreated(queries: Queries): Promise<boolean> {
  const [row] = await queryRows<{ hasJobTable: boolean }>(
    queries,
    sql`SELECT to_regclass('pgboss.job') IS NOT NULL AS "hasJobTable"`,
  );
  return row!.hasJobTable;
}
