import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '#server/platform/db/database.ts';
import { statementsOn } from './statements.ts';

/** Work that is done again and again. */
export interface Job {
  name: string;
  /** Minute, hour, day of the month, month and day of the week, in UTC. */
  cron: string;
  /**
   * Does what there is to do, and says what it came to, for the log. What throws is tried again later. Once
   * `signal` is aborted it throws as soon as it can: the process stops.
   */
  work(signal: AbortSignal): Promise<Record<string, unknown>>;
}

export interface Jobs {
  /** Lets the jobs under way come to an end. To be called before the database is closed. */
  stop(): Promise<void>;
}

/** Seconds between two looks for work. Nothing here is in a hurry, and the embedded database is shared. */
const LOOK_EVERY = 60;
/** Seconds between two looks at the schedules; the longest pg-boss allows. */
const SCHEDULES_EVERY = 45;
/** Seconds between two rounds of pg-boss's upkeep: jobs a dead process has left, its own old rows. */
const UPKEEP_EVERY = 600;
/** Seconds: pg-boss asks every five for jobs that wait for other jobs, and there are none. */
const NEVER = 24 * 60 * 60;
/** One that was missed while nothing ran is done once, soon after the next start; one that failed is tried for an hour. */
const SCHEDULING = { missed: 'once', retryLimit: 6, retryDelay: 60, retryBackoff: true } as const;
/** Milliseconds. */
const TRY_TO_START_EVERY = 60_000;
const STOP_WITHIN = 5000;

/**
 * Does jobs at their times, on this process or on another that shares the database, and never on two at
 * once. Returns at once, and starts `after` milliseconds, in the background: whatever goes wrong is logged,
 * and readers are served.
 */
export function startJobs(
  database: Database,
  jobs: readonly Job[],
  log: Logger,
  after: number,
): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const started = pause(after, signal).then(() => startWhenPossible(database, jobs, log, signal));
  return {
    async stop() {
      stopping.abort();
      const boss = await started;
      await boss?.stop({ timeout: STOP_WITHIN });
    },
  };
}

/** pg-boss at work; `undefined` when it was told to stop before it could start. */
async function startWhenPossible(
  database: Database,
  jobs: readonly Job[],
  log: Logger,
  signal: AbortSignal,
): Promise<PgBoss | undefined> {
  while (!signal.aborted) {
    const boss = await start(database, jobs, log, signal).catch((error: unknown) => {
      log.error({ err: error }, 'The jobs could not be started');
    });
    if (boss) return boss;
    await pause(TRY_TO_START_EVERY, signal);
  }
}

/** Waits so many milliseconds, or until `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, undefined, { signal }).catch(() => {});
}

async function start(
  database: Database,
  jobs: readonly Job[],
  log: Logger,
  signal: AbortSignal,
): Promise<PgBoss> {
  const boss = await openBoss(database, log);
  try {
    await boss.start();
    for (const job of jobs) await take(boss, job, log, signal);
    return boss;
  } catch (error) {
    // It may have half started.
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function openBoss(database: Database, log: Logger): Promise<PgBoss> {
  // Not before: it takes as long to load as to start.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: statementsOn(database),
    cronMonitorIntervalSeconds: SCHEDULES_EVERY,
    cronWorkerIntervalSeconds: SCHEDULES_EVERY,
    superviseIntervalSeconds: UPKEEP_EVERY,
    monitorIntervalSeconds: UPKEEP_EVERY,
    queueCacheIntervalSeconds: UPKEEP_EVERY,
    bamIntervalSeconds: UPKEEP_EVERY,
    flowIntervalSeconds: NEVER,
    // PGlite has nobody who vacuums, and pg-boss would warn of it.
    monitorVacuum: database.engine !== 'embedded',
  });
  boss.on('error', (error) => log.error({ err: error }, 'The jobs are in trouble'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  return boss;
}

/** Schedules a job, and takes part in doing it. */
async function take(boss: PgBoss, { name, cron, work }: Job, log: Logger, stopping: AbortSignal) {
  // Exclusive: while one waits or is being done, there is no second.
  await boss.createQueue(name, { policy: 'exclusive' });
  await boss.schedule(name, cron, null, SCHEDULING);
  await boss.work(name, { pollingIntervalSeconds: LOOK_EVERY }, async ([job]) => {
    try {
      const outcome = await work(AbortSignal.any([job!.signal, stopping]));
      log.info({ job: name, ...outcome }, 'A job is done');
      return outcome;
    } catch (error) {
      if (!stopping.aborted) log.error({ err: error, job: name }, 'A job failed');
      throw error;
    }
  });
}
