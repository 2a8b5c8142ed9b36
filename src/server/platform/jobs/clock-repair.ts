import type { Db } from 'pg-boss';

/** A clock for this process's own timers. Unlike the system clock, it never jumps. */
export const MONOTONIC_CLOCK = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds),
  clearTimeout: (timer: unknown): void => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, milliseconds: number): unknown => setInterval(run, milliseconds),
  clearInterval: (timer: unknown): void => clearInterval(timer as NodeJS.Timeout),
};

/**
 * Maximum time, in milliseconds, that the database's clock may gain on the monotonic clock between two checks. A larger
 * gain is treated as a jump.
 */
const MAX_CLOCK_DRIFT = 30_000;

export interface ClockRepairResult {
  /** The current time of the database. */
  now: Date;
  /** True if the lease or the time limit of a running job has expired. */
  hasExpiredLeases: boolean;
}

/**
 * Creates a function that repairs the job queue after the database's clock has been set or the machine has been asleep.
 * The function must be called regularly. If the clock has not jumped, it changes nothing. The repair is needed because
 * only the database's clock decides which jobs are due, and pg-boss does not handle jumps of this clock.
 * - If the clock has jumped back by hours, stored times are in the future, so jobs, retries and pg-boss's maintenance
 *   would wait for hours. The repair sets the times of past events to the current time, and moves start times
 *   accordingly.
 * - If the clock has jumped forward by hours, the leases of all running jobs seem to have expired. The repair renews
 *   all leases.
 */
export function createClockRepair(adapter: Db): () => Promise<ClockRepairResult> {
  let previous: { database: number; monotonic: number } | undefined;
  return async () => {
    const { rows } = await adapter.executeSql(REPAIR_FUTURE_TIMES);
    const now = { database: Number(rows[0].now), monotonic: MONOTONIC_CLOCK.now() };
    const databaseTime = new Date(now.database);
    const elapsed = previous && {
      database: now.database - previous.database,
      monotonic: now.monotonic - previous.monotonic,
    };
    previous = now;
    if (!elapsed || elapsed.database - elapsed.monotonic < MAX_CLOCK_DRIFT)
      return { now: databaseTime, hasExpiredLeases: rows[0].abandoned };
    await adapter.executeSql(RENEW_LEASES);
    return { now: databaseTime, hasExpiredLeases: false };
  };
}

const NOW = 'pgboss.job_now()';
const capAtNow = (column: string) =>
  `${column} = CASE WHEN ${column} > ${NOW} THEN ${NOW} ELSE ${column} END`;
/** SQL expression for the maximum delay before a retry, which follows pg-boss's own formula. */
const MAX_RETRY_DELAY = `retry_delay * 2 ^ LEAST(16, retry_count + 1) * interval '1s'`;

/**
 * SQL statement that repairs stored times after the clock was set back. Times of past events that seem to be in the
 * future are set to the current time. The start times of waiting jobs are moved accordingly. Returns the database's
 * time in milliseconds, and `abandoned`, which is true if a lease or a time limit has expired.
 */
const REPAIR_FUTURE_TIMES = `
  WITH jobs AS (
    UPDATE pgboss.job SET
      start_after = CASE
        WHEN state = 'retry' THEN LEAST(start_after, ${NOW} + ${MAX_RETRY_DELAY})
        WHEN state = 'created' AND created_on > ${NOW} THEN ${NOW} + (start_after - created_on)
        ELSE start_after END,
      ${capAtNow('created_on')}, ${capAtNow('started_on')}, ${capAtNow('heartbeat_on')}
    WHERE state <= 'active' AND (
      created_on > ${NOW} OR started_on > ${NOW} OR heartbeat_on > ${NOW}
      OR (state = 'retry' AND start_after > ${NOW} + ${MAX_RETRY_DELAY}))
  ), queues AS (
    UPDATE pgboss.queue SET
      ${capAtNow('monitor_claim_on')}, ${capAtNow('monitor_on')}, ${capAtNow('maintain_on')}
    WHERE GREATEST(monitor_claim_on, monitor_on, maintain_on) > ${NOW}
  ), version AS (
    UPDATE pgboss.version SET ${capAtNow('bam_on')}, ${capAtNow('reindex_on')}
    WHERE GREATEST(bam_on, reindex_on) > ${NOW}
  )
  SELECT extract(epoch FROM ${NOW}) * 1000 AS now, EXISTS (
    SELECT 1 FROM pgboss.job WHERE state = 'active' AND (
      heartbeat_on + heartbeat_seconds * interval '1s' < ${NOW}
      OR started_on + expire_seconds * interval '1s' < ${NOW})) AS abandoned`;

const RENEW_LEASES = `
  UPDATE pgboss.job SET started_on = ${NOW}, heartbeat_on = ${NOW} WHERE state = 'active'`;
