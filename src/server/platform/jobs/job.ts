import type { z } from 'zod';

/** A kind of background work: the part of a job that code needs to enqueue it. */
export interface Task<Payload extends z.ZodObject = z.ZodObject> {
  /** The name of the task's queue. It must never change, because processes of other releases share the queue. */
  id: string;
  /**
   * Schema of the data stored in the queue. It contains ids but no personal data of readers, because account deletion
   * does not search the queue.
   */
  payload: Payload;
  /**
   * A cron expression in UTC, which schedules the task: minute, hour, day of the month, month, day of the week. The
   * payload of a scheduled job is empty. If several runs were missed while no process was running, one job runs instead
   * of them.
   */
  cron?: string;
  /** Maximum seconds of an attempt, after which the attempt is stopped and retried. Default: 15 minutes. */
  timeLimit?: number;
  /** Number of retries, and seconds before the first retry. The delay doubles with each further retry. */
  retries?: Retries;
  /** Seconds after which a job that has not started is deleted. Default: one year. */
  retention?: number;
}

export interface Retries {
  limit: number;
  delay: number;
}

/** A task with its handler. The module that implements the task creates it, and `src/server/jobs.ts` lists all jobs. */
export interface Job<Payload extends z.ZodObject = z.ZodObject> extends Task<Payload> {
  /**
   * Runs the job, and returns its outcome for the log. If it throws, the job is retried. Must be idempotent, because a
   * job runs again if its process crashes before the completion is stored. Must throw soon after `signal` is aborted,
   * which happens if the process stops or the time limit is reached.
   */
  work(payload: z.output<Payload>, signal: AbortSignal): Promise<Record<string, unknown>>;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The default retries, which take about an hour and a half in total. */
const DEFAULT_RETRIES: Retries = { limit: 6, delay: 60 };
const DEFAULT_TIME_LIMIT = HOUR / 4;
const DEFAULT_RETENTION = 365 * DAY;
/** Seconds for which a completed job is stored with its outcome. */
const COMPLETED_RETENTION = 7 * DAY;
/** Seconds without a heartbeat after which a job counts as abandoned. A worker sends three heartbeats in this time. */
export const LEASE_SECONDS = 60;

/** Name of the queue of jobs that have failed permanently. */
export const DEAD_LETTER = 'dead';
/**
 * Seconds for which a dead job is stored. Shorter than ninety days, within which Octavo promises to delete readers'
 * data.
 */
const DEAD_LETTER_RETENTION = 60 * DAY;

/** Returns the maximum seconds of an attempt at a task. */
export function getTimeLimit({ timeLimit: within = DEFAULT_TIME_LIMIT }: Task): number {
  return within;
}

/** Returns the maximum delay, in seconds, after failed attempt number `attempt`, counted from 1. */
export function getMaxRetryDelay({ retries = DEFAULT_RETRIES }: Task, attempt: number): number {
  return retries.delay * 2 ** attempt;
}

/** The settings of a queue for pg-boss. */
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

/** Returns the settings of a task's queue. With the policy `short`, at most one job waits for each key. */
export function getQueueSettings(task: Task): QueueSettings {
  const { limit: most, delay: after } = task.retries ?? DEFAULT_RETRIES;
  return {
    policy: 'short',
    notify: true,
    retryLimit: most,
    retryDelay: after,
    retryBackoff: true,
    // Longer than the time limit, so that the worker itself stops the attempt first, unless it has crashed.
    expireInSeconds: Math.ceil(getTimeLimit(task)) + LEASE_SECONDS,
    heartbeatSeconds: LEASE_SECONDS,
    retentionSeconds: task.retention ?? DEFAULT_RETENTION,
    deleteAfterSeconds: COMPLETED_RETENTION,
    deadLetter: DEAD_LETTER,
  };
}

/** The settings of the dead letter queue. Its worker reports each job once; reported jobs remain stored. */
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
