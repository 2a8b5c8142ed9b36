import type { Db, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { recordDeadLetterAsError } from './dead-letters.ts';
import {
  DEAD_LETTER_QUEUE_NAME,
  getMaxRetryDelaySeconds,
  JOB_LEASE_SECONDS,
  type JobWithHandler,
} from './job.ts';
import type { JobMetrics } from './metrics.ts';
import { runAttempt } from './run-attempt.ts';
import { scheduleNextRun } from './schedules.ts';

export interface WorkersOptions {
  boss: PgBoss;
  adapter: Db;
  jobs: readonly JobWithHandler[];
  log: Logger;
  errorRecorder: Pick<ErrorRecorder, 'record'>;
  metrics: JobMetrics;
  /** Seconds between two polls of a queue. Polling finds jobs whose notification was lost. */
  intervalSeconds: number;
  stopping: AbortSignal;
}

export interface Workers {
  /** Stops claiming new jobs. Resolves once the running jobs have ended. */
  finished(): Promise<void>;
}

/**
 * Milliseconds between the permanent failure of a job and the next poll of the dead letter queue. By then, pg-boss has
 * moved the job to that queue.
 */
const DEAD_LETTER_DELAY = 1000;

/**
 * Starts one worker for each job type, and another that reports permanently failed jobs. Each worker runs one job at a
 * time.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { boss, adapter, jobs, log, errorRecorder, metrics, intervalSeconds, stopping } = options;
  const timers = new Set<NodeJS.Timeout>();
  const pollAfter = (worker: QueueWorker, milliseconds: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      worker.poll();
    }, milliseconds).unref();
    timers.add(timer);
  };

  const deadLetterWorker = await startQueueWorker(
    boss,
    DEAD_LETTER_QUEUE_NAME,
    intervalSeconds,
    async (deadLetter) => {
      recordDeadLetterAsError(deadLetter, errorRecorder, metrics);
      return { id: deadLetter.id, status: 'completed' };
    },
  );

  for (const job of jobs) {
    const worker = await startQueueWorker(boss, job.id, intervalSeconds, async (claimed) => {
      await scheduleNextRun(boss, job, new Date(claimed.startedOn));
      const result = await runAttempt(job, claimed, stopping, log, metrics);
      if (result.status === 'completed') return result;
      if (stopping.aborted) await releaseJob(adapter, claimed);
      else if (isLastAttempt(claimed, result)) pollAfter(deadLetterWorker, DEAD_LETTER_DELAY);
      else pollAfter(worker, getMaxRetryDelaySeconds(job, claimed.retryCount + 1) * 1000);
      return result;
    });
  }

  return {
    async finished() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(
        [DEAD_LETTER_QUEUE_NAME, ...jobs.map(({ id }) => id)].map((name) => boss.offWork(name)),
      );
    },
  };
}

interface QueueWorker {
  /** Polls the queue for the next job immediately or, if a job is running, once that job has ended. */
  poll(): void;
}

async function startQueueWorker(
  boss: PgBoss,
  name: string,
  intervalSeconds: number,
  work: (claimed: JobWithMetadata) => Promise<JobResult>,
): Promise<QueueWorker> {
  const options = {
    pollingIntervalSeconds: intervalSeconds,
    notifyPollingIntervalSeconds: intervalSeconds,
    heartbeatRefreshSeconds: JOB_LEASE_SECONDS / 3,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  let poll = () => {};
  const id = await boss.work(name, options, async ([claimed]: JobWithMetadata[]) => {
    const result = await work(claimed!);
    // Polls the queue again immediately after each job. Otherwise, pg-boss would wait until the polling interval has
    // passed.
    poll();
    return [result];
  });
  poll = () => boss.notifyWorker(id);
  return { poll };
}

function isLastAttempt(
  { retryCount, retryLimit }: JobWithMetadata,
  { status }: JobResult,
): boolean {
  return status === 'deadletter' || retryCount >= retryLimit;
}

/**
 * Returns a job to its queue, so that another process can start it immediately. The stopped attempt is not counted.
 * pg-boss has no suitable function: `fail` counts the attempt, and `cancel` followed by `resume` conflicts with a
 * waiting job that has the same key.
 */
async function releaseJob(adapter: Db, claimed: JobWithMetadata): Promise<void> {
  const { name, id, retryCount } = claimed;
  await adapter.executeSql(RELEASE_JOB, [name, id, retryCount]);
}

/**
 * SQL statement for {@link releaseJob}. Increases the maximum number of retries instead of decreasing the retry count,
 * because pg-boss uses this count to recognize a late result from the stopped attempt.
 */
const RELEASE_JOB = `
  UPDATE pgboss.job
  SET state = 'retry', start_after = pgboss.job_now(), retry_limit = retry_limit + 1, heartbeat_on = NULL
  WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;
