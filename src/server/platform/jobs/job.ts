import type { z } from 'zod';

/** A kind of background work, as code that enqueues it needs to know it. */
export interface Task<Payload extends z.ZodObject = z.ZodObject> {
  /** The name of its queue. It never changes, since other releases share the queue. */
  id: string;
  /** What is stored in the queue: ids, and no readers' data, which account deletion would not find there. */
  payload: Payload;
  /**
   * Schedules the task: minute, hour, day of the month, month and day of the week, in UTC. Its payload is then empty.
   * Runs that were missed while no process was up happen once.
   */
  cron?: string;
  /** Seconds an attempt may take before it is stopped and retried. Default: 15 minutes. */
  timeLimit?: number;
  /** Number of retries, and seconds before the first one, which double with each further one. */
  retries?: Retries;
  /** Seconds after which a job that has not started is deleted. Default: a year. */
  retention?: number;
}

export interface Retries {
  limit: number;
  delay: number;
}

/** A task with its handler. Its module creates it, and `src/server/jobs.ts` lists all of them. */
export interface Job<Payload extends z.ZodObject = z.ZodObject> extends Task<Payload> {
  /**
   * Runs the job. Returns its outcome, for the log. If it throws, it is retried. It must be idempotent: it runs twice if a
   * process crashes before its completion is stored. Throws soon after `signal` is aborted, because the process stops or
   * the time limit is reached.
   */
  work(payload: z.output<Payload>, signal: AbortSignal): Promise<Record<string, unknown>>;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** About an hour and a half in all. */
const DEFAULT_RETRIES: Retries = { limit: 6, delay: 60 };
const DEFAULT_TIME_LIMIT = HOUR / 4;
const DEFAULT_RETENTION = 365 * DAY;
/** Seconds a completed job is kept with its outcome. */
const COMPLETED_RETENTION = 7 * DAY;
/** Seconds without a heartbeat until a job counts as abandoned. A worker sends three heartbeats in this time. */
export const LEASE_SECONDS = 60;

/** The queue of jobs that failed permanently. */
export const DEAD_LETTER = 'dead';
/** Seconds. Readers are promised that their data is deleted within ninety days. */
const DEAD_LETTER_RETENTION = 60 * DAY;

/** Returns the seconds an attempt at a task may take. */
export function getTimeLimit({ timeLimit: within = DEFAULT_TIME_LIMIT }: Task): number {
  return within;
}

/** Returns the longest delay in seconds after the failed attempt number `attempt`, counted from 1. */
export function getMaxRetryDelay({ retries = DEFAULT_RETRIES }: Task, attempt: number): number {
  return retries.delay * 2 ** attempt;
}

/** A queue's settings for pg-boss. */
export interface QueueSettings {
  policy: 'short' | 'standard';
  notify: boolean;
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  expireInSeconds: number;
  heartbeatSeconds: number;
  retentionSeconds: number;
  deleteAfterSeconds: number;
  deadLetter?: string;
}

/** Returns the settings of a task's queue. With the policy "short", at most one job waits for each key. */
export function getQueueSettings(task: Task): QueueSettings {
  const { limit: most, delay: after } = task.retries ?? DEFAULT_RETRIES;
  return {
    policy: 'short',
    notify: true,
    retryLimit: most,
    retryDelay: after,
    retryBackoff: true,
    // Longer than the time limit: the worker itself stops the attempt first, unless it has crashed.
    expireInSeconds: Math.ceil(getTimeLimit(task)) + LEASE_SECONDS,
    heartbeatSeconds: LEASE_SECONDS,
    retentionSeconds: task.retention ?? DEFAULT_RETENTION,
    deleteAfterSeconds: COMPLETED_RETENTION,
    deadLetter: DEAD_LETTER,
  };
}

/** The settings of the dead letter queue. Its worker reports each job once; reported jobs are kept. */
export const DEAD_LETTER_QUEUE: QueueSettings = {
  policy: 'standard',
  notify: false,
  retryLimit: 1000,
  retryDelay: 60,
  retryBackoff: false,
  expireInSeconds: DEFAULT_TIME_LIMIT,
  heartbeatSeconds: LEASE_SECONDS,
  retentionSeconds: DEAD_LETTER_RETENTION,
  deleteAfterSeconds: DEAD_LETTER_RETENTION,
};
