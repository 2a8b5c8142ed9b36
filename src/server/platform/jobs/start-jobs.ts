import { setTimeout as wait } from 'node:timers/promises';
import type { Db, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { createClockRepair, MONOTONIC_CLOCK } from './clock-repair.ts';
import type { JobWithHandler } from './job.ts';
import { createJobMetrics } from './metrics.ts';
import { createPgBossAdapter } from './pg-boss-adapter.ts';
import { createOrUpdateQueues } from './queues.ts';
import { scheduleNextRun } from './schedules.ts';
import { startWorkers, type Workers } from './workers.ts';

export interface JobsOptions {
  database: Database;
  jobs: readonly JobWithHandler[];
  log: Logger;
  errorRecorder: Pick<ErrorRecorder, 'record'>;
  registry: Registry;
  /** Delay, in milliseconds, before the workers start. */
  startDelay: number;
  /**
   * Seconds between two polls of a queue, and between two runs of the upkeep, which recovers abandoned jobs. Default:
   * {@link POLL_SECONDS}. Tests set a lower value.
   */
  intervalSeconds?: number;
}

export interface JobRunner {
  /** Aborts running jobs and stops the workers. Call this method before the database is closed. */
  stop(): Promise<void>;
}

/**
 * Seconds between two polls of a queue. Workers are notified of new jobs, so polling only finds jobs whose notification
 * was lost. The interval is also the maximum time that an abandoned job waits after its lease has expired.
 */
const POLL_SECONDS = 60;
/**
 * Number of upkeep runs between two runs of pg-boss's own maintenance. The maintenance runs less often, because it
 * executes a dozen statements, which delete old rows and count jobs.
 */
const UPKEEP_RUNS_PER_SUPERVISION = 10;
/**
 * Seconds between pg-boss's internal polls, which refresh its cache of queues and run its migrations in the background.
 */
const PG_BOSS_POLL_SECONDS = 600;
/** Milliseconds between a failed attempt to start the job queue and the next attempt. */
const START_RETRY_DELAY = 60_000;
const STOP_TIMEOUT = 5000;

/**
 * Starts this process's workers in the background, and returns immediately. No job runs in two processes at the same
 * time. If the workers cannot be started, logs the error and retries, while HTTP requests are still served.
 */
export function startJobs(options: JobsOptions): JobRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  const started = pause(options.startDelay, signal).then(() => startWithRetries(options, signal));
  return {
    async stop() {
      stopping.abort();
      await (await started)?.stop();
    },
  };
}

/** Starts the workers, and retries until the start succeeds. Returns `undefined` if `signal` is aborted first. */
async function startWithRetries(
  options: JobsOptions,
  signal: AbortSignal,
): Promise<JobRunner | undefined> {
  const { database, registry, log } = options;
  const metrics = createJobMetrics(registry, createPgBossAdapter(database));
  while (!signal.aborted) {
    const jobs = await startQueueAndWorkers({ ...options, metrics }, signal).catch(
      (error: unknown) => {
        log.error({ err: error }, 'Failed to start the job queue');
      },
    );
    if (jobs) return jobs;
    await pause(START_RETRY_DELAY, signal);
  }
}

/** Waits for the given number of milliseconds, or until `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, undefined, { signal }).catch(() => {});
}

async function startQueueAndWorkers(
  options: JobsOptions & { metrics: ReturnType<typeof createJobMetrics> },
  signal: AbortSignal,
): Promise<JobRunner> {
  const { database, jobs, log, intervalSeconds = POLL_SECONDS } = options;
  const adapter = createPgBossAdapter(database);
  await createOrUpdateQueues(database, jobs);
  const boss = await openBoss(database, adapter, log, intervalSeconds);
  let workers: Workers | undefined;
  try {
    await boss.start();
    const runUpkeep = createUpkeep(boss, adapter, jobs);
    await runUpkeep();
    workers = await startWorkers({
      ...options,
      intervalSeconds,
      boss,
      adapter,
      stopping: signal,
    });
    const upkeep = repeatUpkeep(runUpkeep, intervalSeconds, log, signal);
    return {
      async stop() {
        await upkeep;
        await Promise.race([workers?.finished(), wait(STOP_TIMEOUT)]);
        await boss.stop({ graceful: false });
      },
    };
  } catch (error) {
    // Stops pg-boss after a failed start, because parts of it may already be running.
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function openBoss(
  { engine }: Database,
  adapter: Db,
  log: Logger,
  intervalSeconds: number,
): Promise<PgBoss> {
  // Imports pg-boss here instead of at startup, because importing it would double the process's startup time.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: adapter,
    clock: MONOTONIC_CLOCK,
    useListenNotify: true,
    // pg-boss's own scheduling and supervision are disabled, because they rely on stored times, which are wrong after
    // the clock has jumped. `createUpkeep` replaces both.
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: Math.max(1, Math.floor(intervalSeconds * 0.9)),
    queueCacheIntervalSeconds: PG_BOSS_POLL_SECONDS,
    bamIntervalSeconds: PG_BOSS_POLL_SECONDS,
    // Vacuum monitoring is disabled for the embedded database, because pg-boss would warn that autovacuum is missing,
    // although Octavo itself vacuums this database.
    monitorVacuum: engine !== 'embedded',
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reported an error'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  return boss;
}

/**
 * Creates the upkeep function, which every process calls regularly. It repairs the queue after clock jumps, enqueues
 * scheduled jobs, recovers abandoned jobs and deletes old rows.
 */
function createUpkeep(
  boss: PgBoss,
  adapter: Db,
  jobs: readonly JobWithHandler[],
): () => Promise<void> {
  const repairClock = createClockRepair(adapter);
  let runs = 0;
  return async () => {
    const { now, hasExpiredLeases } = await repairClock();
    for (const job of jobs) await scheduleNextRun(boss, job, now);
    if (hasExpiredLeases || runs % UPKEEP_RUNS_PER_SUPERVISION === 0) await boss.supervise();
    runs += 1;
  };
}

async function repeatUpkeep(
  runUpkeep: () => Promise<void>,
  intervalSeconds: number,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(intervalSeconds * 1000, signal);
    if (signal.aborted) return;
    await runUpkeep().catch((error: unknown) =>
      log.error({ err: error }, 'The job queue reported an error'),
    );
  }
}
