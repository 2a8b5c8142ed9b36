import type { z } from 'zod';

/** A type of background job, with everything that is needed to enqueue a job of this type. */
export interface JobDefinition<Payload extends z.ZodObject = z.ZodObject> {
  /**
   * ID of the job type, which is also the name of its queue. Must never change, because processes that run other
   * releases use the same queue.
   */
  id: string;
  /**
   * Schema of the data that is stored in the queue. The data may contain IDs, but no personal data about readers,
   * because account deletion does not search the queue.
   */
  payload: Payload;
  /**
   * A cron expression in UTC (minute, hour, day of the month, month, day of the week). At each matching time, a job
   * with an empty payload is enqueued. If several of these times pass while no process is running, only one job runs
   * afterwards.
   */
  cron?: string;
  /** Maximum duration of an attempt in seconds. A longer attempt is stopped and retried. Default: 15 minutes. */
  timeLimit?: number;
  /**
   * The number of retries (`limit`), and the minimum seconds before the first retry (`delay`). The minimum doubles with
   * each further retry. The actual delay is random, and is at most twice the minimum.
   */
  retries?: RetrySettings;
  /** Seconds after which a job that has not started is deleted. Default: one year. */
  retention?: number;
}

export interface RetrySettings {
  limit: number;
  delay: number;
}

/**
 * A job type with its handler. Each module creates the jobs that it implements, and `src/server/jobs.ts` lists all of
 * them.
 */
export interface JobWithHandler<Payload extends z.ZodObject = z.ZodObject>
  extends JobDefinition<Payload> {
  /**
   * Runs the job, and returns data about its outcome for the log. If this method throws, the job is retried. Must be
   * idempotent, because a job runs again if its process crashes before the job's completion is stored. Must throw soon
   * after `signal` is aborted, which happens when the process is stopping, the time limit is reached or the lease is
   * lost.
   */
  work(payload: z.output<Payload>, signal: AbortSignal): Promise<Record<string, unknown>>;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The default retries for a job type. Together, they take about an hour and a half. */
const DEFAULT_RETRIES: RetrySettings = { limit: 6, delay: 60 };
const DEFAULT_TIME_LIMIT = HOUR / 4;
const DEFAULT_RETENTION = 365 * DAY;
/** Number of seconds for which a completed job and its outcome stay in the database. */
const COMPLETED_RETENTION = 7 * DAY;
/**
 * Number of seconds without a heartbeat after which a running job is considered abandoned. Workers send three
 * heartbeats in this time.
 */
export const JOB_LEASE_SECONDS = 60;

/** Name of the dead letter queue, which contains the jobs that have failed permanently. */
export const DEAD_LETTER_QUEUE_NAME = 'dead';
/**
 * Number of seconds for which a permanently failed job stays in the database. Must be less than ninety days, because
 * Octavo promises to delete readers' data within ninety days.
 */
const DEAD_LETTER_RETENTION = 60 * DAY;

/** Returns the maximum duration, in seconds, of one attempt at a job of this type. */
export function getTimeLimitSeconds({ timeLimit = DEFAULT_TIME_LIMIT }: JobDefinition): number {
  return timeLimit;
}

/**
 * Returns the maximum delay, in seconds, between the failure of an attempt and the next attempt. `attempt` is the
 * number of the failed attempt, counted from 1.
 */
export function getMaxRetryDelaySeconds(
  { retries = DEFAULT_RETRIES }: JobDefinition,
  attempt: number,
): number {
  return retries.delay * 2 ** attempt;
}

/** The settings of a pg-boss queue. */
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

/**
 * Returns the settings of a job type's queue. The queue has the policy `short`, which allows at most one waiting job
 * for each key.
 */
export function getQueueSettings(jobType: JobDefinition): QueueSettings {
  const { limit, delay } = jobType.retries ?? DEFAULT_RETRIES;
  return {
    policy: 'short',
    notify: true,
    retryLimit: limit,
    retryDelay: delay,
    retryBackoff: true,
    // The queue's expiry time is longer than an attempt's time limit, so that a worker normally stops an attempt before
    // pg-boss considers it expired. The expiry matters only if the worker has crashed.
    expireInSeconds: Math.ceil(getTimeLimitSeconds(jobType)) + JOB_LEASE_SECONDS,
    heartbeatSeconds: JOB_LEASE_SECONDS,
    retentionSeconds: jobType.retention ?? DEFAULT_RETENTION,
    deleteAfterSeconds: COMPLETED_RETENTION,
    deadLetter: DEAD_LETTER_QUEUE_NAME,
  };
}

/**
 * Settings of the dead letter queue. A worker reports each job in this queue once. Reported jobs stay in the database.
 */
export const DEAD_LETTER_QUEUE_SETTINGS: QueueSettings = {
  policy: 'standard',
  notify: false,
  retryLimit: 1000,
  retryDelay: 60,
  retryBackoff: false,
  expireInSeconds: DEFAULT_TIME_LIMIT,
  heartbeatSeconds: JOB_LEASE_SECONDS,
  retentionSeconds: DEAD_LETTER_RETENTION,
  deleteAfterSeconds: DEAD_LETTER_RETENTION,
};
