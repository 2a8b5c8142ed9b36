import type { Db, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Faults } from '#server/platform/faults/service.ts';
import { attempt } from './attempt.ts';
import { tellOfDead } from './dead.ts';
import { DEAD, type Job, LEASE, longestPause } from './job.ts';
import type { JobMetrics } from './metrics.ts';
import { scheduleNextRun } from './schedules.ts';

export interface WorkersOptions {
  boss: PgBoss;
  statements: Db;
  jobs: readonly Job[];
  log: Logger;
  faults: Pick<Faults, 'record'>;
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
const SETTLED_AFTER = 1000;

/** A worker for each job, which does one after another, and one that tells of the dead. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { boss, statements, jobs, log, faults, metrics, every, stopping } = options;
  const alarms = new Set<NodeJS.Timeout>();
  const ring = (worker: Worker, milliseconds: number) => {
    const alarm = setTimeout(() => {
      alarms.delete(alarm);
      worker.lookAgain();
    }, milliseconds).unref();
    alarms.add(alarm);
  };

  const undertaker = await startWorker(boss, DEAD, every, async (dead) => {
    tellOfDead(dead, faults, metrics);
    return { id: dead.id, status: 'completed' };
  });

  for (const job of jobs) {
    const worker = await startWorker(boss, job.id, every, async (claimed) => {
      await scheduleNextRun(boss, job, new Date(claimed.startedOn));
      const result = await attempt(job, claimed, stopping, log, metrics);
      if (result.status === 'completed') return result;
      if (stopping.aborted) await giveBack(statements, claimed);
      else if (isLast(claimed, result)) ring(undertaker, SETTLED_AFTER);
      else ring(worker, longestPause(job, claimed.retryCount + 1) * 1000);
      return result;
    });
  }

  return {
    async finished() {
      for (const alarm of alarms) clearTimeout(alarm);
      await Promise.all([DEAD, ...jobs.map(({ id }) => id)].map((name) => boss.offWork(name)));
    },
  };
}

interface Worker {
  /** Has it look for work now, or when the job it is at has come to an end. */
  lookAgain(): void;
}

async function startWorker(
  boss: PgBoss,
  name: string,
  every: number,
  work: (claimed: JobWithMetadata) => Promise<JobResult>,
): Promise<Worker> {
  const options = {
    pollingIntervalSeconds: every,
    notifyPollingIntervalSeconds: every,
    heartbeatRefreshSeconds: LEASE / 3,
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
  return { lookAgain };
}

function isLast({ retryCount, retryLimit }: JobWithMetadata, { status }: JobResult): boolean {
  return status === 'deadletter' || retryCount >= retryLimit;
}

/** Has another process do it at once: it was not the job's fault, and does not count as an attempt. */
async function giveBack(statements: Db, claimed: JobWithMetadata): Promise<void> {
  const { name, id, retryCount } = claimed;
  await statements.executeSql(GIVE_BACK, [name, id, retryCount]);
}

/**
 * One attempt more, for the one that does not count. pg-boss numbers attempts when it claims a job, and what this
 * process has yet to say of its own is not taken for the next one's: they must differ.
 */
const GIVE_BACK = `
  UPDATE pgboss.job
  SET state = 'retry', start_after = pgboss.job_now(), retry_limit = retry_limit + 1, heartbeat_on = NULL
  WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;
