import { setTimeout as wait } from 'node:timers/promises';
import type { Db, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { createClockRepair, MONOTONIC_CLOCK } from './clock-repair.ts';
import { createDatabaseAdapter } from './database-adapter.ts';
import type { Job } from './job.ts';
import { createJobMetrics } from './metrics.ts';
import { prepareQueues } from './queues.ts';
import { scheduleNextRun } from './schedules.ts';
import { startWorkers, type Workers } from './workers.ts';

export interface JobsOptions {
  database: Database;
  jobs: readonly Job[];
  log: Logger;
  errorRecorder: Pick<ErrorRecorder, 'record'>;
  registry: Registry;
  /** Milliseconds until it starts. */
  after: number;
  /** Seconds between two looks, at the queue and after the upkeep; tests look oftener. */
  every?: number;
}

export interface Jobs {
  /** Lets the jobs under way leave off. To be called before the database is closed. */
  stop(): Promise<void>;
}

/**
 * Seconds. A notification tells of new jobs, so this is the safety net, and how long it may take until one is
 * done again whose worker has died, when its lease has run out.
 */
const POLL_SECONDS = 60;
/** pg-boss removes old rows and counts what there is: a dozen statements, that nobody waits for. */
const SUPERVISE_EVERY_ROUNDS = 10;
/** Seconds: pg-boss looks after what other releases of its own have left to do. */
const PG_BOSS_POLL_SECONDS = 600;
/** Milliseconds. */
const START_RETRY_DELAY = 60_000;
const STOP_TIMEOUT = 5000;

/**
 * Works jobs off, on this process or on another that shares the database, and never on two at once. Returns at
 * once, and starts in the background: whatever goes wrong is logged, and readers are served.
 */
export function startJobs(options: JobsOptions): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const started = pause(options.after, signal).then(() => startWhenPossible(options, signal));
  return {
    async stop() {
      stopping.abort();
      await (await started)?.stop();
    },
  };
}

/** The jobs at work; `undefined` when they were told to stop before they could start. */
async function startWhenPossible(
  options: JobsOptions,
  signal: AbortSignal,
): Promise<Jobs | undefined> {
  const { database, registry, log } = options;
  const metrics = createJobMetrics(registry, createDatabaseAdapter(database));
  while (!signal.aborted) {
    const jobs = await start({ ...options, metrics }, signal).catch((error: unknown) => {
      log.error({ err: error }, 'Failed to start the job queue');
    });
    if (jobs) return jobs;
    await pause(START_RETRY_DELAY, signal);
  }
}

/** Waits so many milliseconds, or until `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, undefined, { signal }).catch(() => {});
}

async function start(
  options: JobsOptions & { metrics: ReturnType<typeof createJobMetrics> },
  signal: AbortSignal,
): Promise<Jobs> {
  const { database, jobs, log, every = POLL_SECONDS } = options;
  const statements = createDatabaseAdapter(database);
  await prepareQueues(database, jobs);
  const boss = await openBoss(database, statements, log, every);
  let workers: Workers | undefined;
  try {
    await boss.start();
    const keepUp = createUpkeep(boss, statements, jobs);
    await keepUp();
    workers = await startWorkers({ ...options, every, boss, statements, stopping: signal });
    const kept = repeatUpkeep(keepUp, every, log, signal);
    return {
      async stop() {
        await kept;
        await Promise.race([workers?.finished(), wait(STOP_TIMEOUT)]);
        await boss.stop({ graceful: false });
      },
    };
  } catch (error) {
    // It may have half started.
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function openBoss(
  { engine }: Database,
  statements: Db,
  log: Logger,
  every: number,
): Promise<PgBoss> {
  // Not before: it takes as long to load as to start.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: statements,
    clock: MONOTONIC_CLOCK,
    useListenNotify: true,
    // Both are seen to below, as they go by clocks that jump.
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: Math.max(1, Math.floor(every * 0.9)),
    queueCacheIntervalSeconds: PG_BOSS_POLL_SECONDS,
    bamIntervalSeconds: PG_BOSS_POLL_SECONDS,
    // PGlite has nobody who vacuums, and pg-boss would warn of it.
    monitorVacuum: engine !== 'embedded',
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reported an error'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  return boss;
}

/**
 * What has to be done again and again, by any of the processes: to see to clocks that jumped, to schedules, to
 * jobs a dead process has left and to old rows.
 */
function createUpkeep(boss: PgBoss, statements: Db, jobs: readonly Job[]): () => Promise<void> {
  const repairClock = createClockRepair(statements);
  let rounds = 0;
  return async () => {
    const { now, hasExpiredLeases: someAreAbandoned } = await repairClock();
    for (const job of jobs) await scheduleNextRun(boss, job, now);
    if (someAreAbandoned || rounds % SUPERVISE_EVERY_ROUNDS === 0) await boss.supervise();
    rounds += 1;
  };
}

async function repeatUpkeep(
  keepUp: () => Promise<void>,
  every: number,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(every * 1000, signal);
    if (signal.aborted) return;
    await keepUp().catch((error: unknown) =>
      log.error({ err: error }, 'The job queue reported an error'),
    );
  }
}
