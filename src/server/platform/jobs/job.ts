import type { z } from 'zod';

/** Work that is no request, as whoever enqueues it needs to know it. */
export interface Task<Payload extends z.ZodObject = z.ZodObject> {
  /** Its queue's name: it stays, as other releases share the queue. */
  id: string;
  /** What is stored in the queue: ids rather than readers' data, which a purge would not find there. */
  payload: Payload;
  /**
   * Makes it due by itself: minute, hour, day of the month, month and day of the week, in UTC. Its payload is
   * then empty. What was missed while nothing ran is made up for once.
   */
  cron?: string;
  /** Seconds it may take; it is stopped then, and tried again. Default: a quarter of an hour. */
  timeLimit?: number;
  /** How often it is tried again, and seconds until the first time, which double from then on. */
  retries?: Retries;
  /** Seconds after which one that could not be begun is pointless, and forgotten. Default: a year. */
  retention?: number;
}

export interface Retries {
  limit: number;
  delay: number;
}

/** A task with the way it is done. The capability it belongs to makes it; one list holds them all. */
export interface Job<Payload extends z.ZodObject = z.ZodObject> extends Task<Payload> {
  /**
   * Does it, and says what it came to, for the log. What throws is tried again later. It may be done twice,
   * should a process die at the wrong moment. Once `signal` is aborted it throws as soon as it can: the process
   * stops, or the time is up.
   */
  work(payload: z.output<Payload>, signal: AbortSignal): Promise<Record<string, unknown>>;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** For about an hour and a half. */
const DEFAULT_RETRIES: Retries = { limit: 6, delay: 60 };
const DEFAULT_TIME_LIMIT = HOUR / 4;
const DEFAULT_RETENTION = 365 * DAY;
/** Seconds a job that is done is kept, with what it came to. */
const COMPLETED_RETENTION = 7 * DAY;
/** Seconds a worker may be silent until its job is taken for abandoned. A worker at a job says so every third of it. */
export const LEASE_SECONDS = 60;

/** Where jobs end that never succeeded. */
export const DEAD_LETTER = 'dead';
/** Seconds: readers are promised that what is theirs is gone after ninety days. */
const DEAD_LETTER_RETENTION = 60 * DAY;

/** Seconds a task may take. */
export function getTimeLimit({ timeLimit: within = DEFAULT_TIME_LIMIT }: Task): number {
  return within;
}

/** Seconds after which one that has failed at its attempt number `attempt`, from 1 on, is tried again at the latest. */
export function getMaxRetryDelay({ retries = DEFAULT_RETRIES }: Task, attempt: number): number {
  return retries.delay * 2 ** attempt;
}

/** A queue, as pg-boss is told of it. */
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

/** The queue of a task. "Short": of those with one key, one waits at most. */
export function getQueueSettings(task: Task): QueueSettings {
  const { limit: most, delay: after } = task.retries ?? DEFAULT_RETRIES;
  return {
    policy: 'short',
    notify: true,
    retryLimit: most,
    retryDelay: after,
    retryBackoff: true,
    // Its own worker stops it first, where that lives.
    expireInSeconds: Math.ceil(getTimeLimit(task)) + LEASE_SECONDS,
    heartbeatSeconds: LEASE_SECONDS,
    retentionSeconds: task.retention ?? DEFAULT_RETENTION,
    deleteAfterSeconds: COMPLETED_RETENTION,
    deadLetter: DEAD_LETTER,
  };
}

/** The queue of the dead: to be told of is all the work there is, and what was told of is kept. */
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
