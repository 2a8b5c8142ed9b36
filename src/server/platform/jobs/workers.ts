import type { Db, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { reportDeadLetter } from './dead-letters.ts';
import { DEAD_LETTER, getMaxRetryDelay, type Job, LEASE_SECONDS } from './job.ts';
import type { JobMetrics } from './metrics.ts';
import { runAttempt } from './run-attempt.ts';
import { scheduleNextRun } from './schedules.ts';

export interface WorkersOptions {
  boss: PgBoss;
  statements: Db;
  jobs: readonly Job[];
  log: Logger;
  errorRecorder: Pick<ErrorRecorder, 'record'>;
  metrics: JobMetrics;
  /** Seconds between two looks for work that no notification told of. */
  every: number;
  stopping: AbortSignal;
}

export interface Workers {
  /** Takes no more jobs, and resolves when those under way have come to an end. */
  finished(): Promise<void>;
}

/** Milliseconds until one that was given up is among the dead. */
const DEAD_LETTER_DELAY = 1000;

/** A worker for each job, which does one after another, and one that tells of the dead. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { boss, statements, jobs, log, errorRecorder, metrics, every, stopping } = options;
  const alarms = new Set<NodeJS.Timeout>();
  const ring = (worker: QueueWorker, milliseconds: number) => {
    const alarm = setTimeout(() => {
      alarms.delete(alarm);
      worker.poll();
    }, milliseconds).unref();
    alarms.add(alarm);
  };

  const undertaker = await startQueueWorker(boss, DEAD_LETTER, every, async (dead) => {
    reportDeadLetter(dead, errorRecorder, metrics);
    return { id: dead.id, status: 'completed' };
  });

  for (const job of jobs) {
    const worker = await startQueueWorker(boss, job.id, every, async (claimed) => {
      await scheduleNextRun(boss, job, new Date(claimed.startedOn));
      const result = await runAttempt(job, claimed, stopping, log, metrics);
      if (result.status === 'completed') return result;
      if (stopping.aborted) await releaseJob(statements, claimed);
      else if (isLastAttempt(claimed, result)) ring(undertaker, DEAD_LETTER_DELAY);
      else ring(worker, getMaxRetryDelay(job, claimed.retryCount + 1) * 1000);
      return result;
    });
  }

  return {
    async finished() {
      for (const alarm of alarms) clearTimeout(alarm);
      await Promise.all(
        [DEAD_LETTER, ...jobs.map(({ id }) => id)].map((name) => boss.offWork(name)),
      );
    },
  };
}

interface QueueWorker {
  /** Has it look for work now, or when the job it is at has come to an end. */
  poll(): void;
}

async function startQueueWorker(
  boss: PgBoss,
  name: string,
  every: number,
  work: (claimed: JobWithMetadata) => Promise<JobResult>,
): Promise<QueueWorker> {
  const options = {
    pollingIntervalSeconds: every,
    notifyPollingIntervalSeconds: every,
    heartbeatRefreshSeconds: LEASE_SECONDS / 3,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  let lookAgain = () => {};
  const id = await boss.work(name, options, async ([claimed]: JobWithMetadata[]) => {
    const result = await work(claimed!);
    // Where there was one, there may be another: pg-boss would wait for the next look.
    lookAgain();
    return [result];
  });
  lookAgain = () => boss.notifyWorker(id);
  return { poll: lookAgain };
}

function isLastAttempt(
  { retryCount, retryLimit }: JobWithMetadata,
  { status }: JobResult,
): boolean {
  return status === 'deadletter' || retryCount >= retryLimit;
}

/** Has another process do it at once: it was not the job's fault, and does not count as an attempt. */
async function releaseJob(statements: Db, claimed: JobWithMetadata): Promise<void> {
  const { name, id, retryCount } = claimed;
  await statements.executeSql(RELEASE_JOB, [name, id, retryCount]);
}

/**
 * One attempt more, for the one that does not count. pg-boss numbers attempts when it claims a job, and what this
 * process has yet to say of its own is not taken for the next one's: they must differ.
 */
const RELEASE_JOB = `
  UPDATE pgboss.job
  SET state = 'retry', start_after = pgboss.job_now(), retry_limit = retry_limit + 1, heartbeat_on = NULL
  WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;
