import { sql } from 'drizzle-orm';
import type { JobWithMetadata } from 'pg-boss';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { DEAD_LETTER_QUEUE_NAME } from './job.ts';
import type { JobMetrics } from './metrics.ts';
import { openPgBossInTransaction } from './pg-boss-adapter.ts';

/** A job that has failed permanently. */
export interface StoredDeadLetterJob {
  id: string;
  /** ID of the job type. */
  job: string;
  payload: unknown;
  /** Error message from the last attempt. */
  error: string;
  attempts: number;
  enqueuedAt: Date;
  diedAt: Date;
}

/** Lists the jobs that have failed permanently, newest first. */
export async function listDeadLetterJobs(
  queries: Queries,
  limit: number,
): Promise<StoredDeadLetterJob[]> {
  const rows = await queryRows<DeadJobRow>(
    queries,
    sql`
    SELECT id, source_name, data, source_output, source_retry_count,
      source_created_on::text AS enqueued_on, created_on::text AS died_on
    FROM pgboss.job WHERE name = ${DEAD_LETTER_QUEUE_NAME} ORDER BY created_on DESC, id DESC LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    id: row.id,
    job: row.source_name,
    payload: row.data,
    error: parseStoredError(row.source_output).message,
    attempts: row.source_retry_count + 1,
    enqueuedAt: new Date(row.enqueued_on),
    diedAt: new Date(row.died_on),
  }));
}

interface DeadJobRow {
  id: string;
  source_name: string;
  data: unknown;
  source_output: unknown;
  source_retry_count: number;
  enqueued_on: string;
  died_on: string;
}

/**
 * Enqueues a permanently failed job again, with its attempt count reset to 0, and removes it from the failed jobs.
 * Returns the ID of the job type. Returns `undefined` if the failed job no longer exists, for example because another
 * editor has already retried it.
 */
export async function retryDeadLetterJob(
  queries: Queries,
  id: string,
): Promise<string | undefined> {
  return queries.transaction(async (transaction) => {
    const queue = await openPgBossInTransaction(transaction);
    const [deadJob] = await queue.findJobs<object>(DEAD_LETTER_QUEUE_NAME, { id });
    if (!deadJob?.sourceName) return undefined;
    const { affected } = (await queue.deleteJob(DEAD_LETTER_QUEUE_NAME, id)) as {
      affected: number;
    };
    if (!affected) return undefined;
    await queue.send(deadJob.sourceName, deadJob.data, { singletonKey: newId() });
    return deadJob.sourceName;
  });
}

/**
 * Records a permanently failed job as an error, which is also logged and sent to the error webhook. Counts the job in
 * the metrics.
 */
export function recordDeadLetterAsError(
  deadLetter: Pick<JobWithMetadata, 'id' | 'sourceName' | 'sourceOutput' | 'sourceRetryCount'>,
  errorRecorder: Pick<ErrorRecorder, 'record'>,
  metrics: JobMetrics,
): void {
  const job = deadLetter.sourceName ?? 'unknown';
  const cause = parseStoredError(deadLetter.sourceOutput);
  const attempts = (deadLetter.sourceRetryCount ?? 0) + 1;
  const error = new Error(
    `The job "${job}" failed permanently after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}: ${cause.message}`,
  );
  error.stack = `${error.message}\n${cause.stack}`;
  errorRecorder.record('job', error, `${job}/${deadLetter.id}`);
  metrics.recordDeadLetter(job);
}

/**
 * Parses an error that pg-boss has stored. The stored object has the error's fields. If the job threw something other
 * than an Error, the object has only the field `value`.
 */
function parseStoredError(output: unknown): { message: string; stack: string } {
  const { message, stack, value } = (output ?? {}) as Record<string, unknown>;
  if (typeof message === 'string') return { message, stack: String(stack ?? '') };
  // pg-boss stores its own failures, such as an expired lease, inside `value`.
  if (value && typeof value === 'object') return parseStoredError(value);
  return { message: String(value ?? 'unknown cause'), stack: '' };
}
