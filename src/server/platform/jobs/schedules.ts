import type { PgBoss } from 'pg-boss';
import type { JobType } from './job.ts';

/** Key of the jobs that a job type's schedule enqueues. */
const SCHEDULED = 'scheduled';

/**
 * Enqueues the next run of a job type that has a cron expression. `now` is the database's time. Each job type has at most one
 * waiting scheduled job, so missed runs do not accumulate.
 *
 * A waiting job that is due later than the next run is moved forward to the next run. Such a job exists if the clock
 * was set back, or if a new release runs the job type more often.
 */
export async function scheduleNextRun(boss: PgBoss, jobType: JobType, now: Date): Promise<void> {
  if (!jobType.cron) return;
  const [next] = boss.previewSchedule(jobType.cron, { from: now, count: 1 });
  const options = { singletonKey: SCHEDULED, startAfter: next! };
  const queued = await boss.findJobs(jobType.id, { key: SCHEDULED, queued: true });
  const waiting = queued.find(({ state }) => state === 'created');
  if (!waiting) await boss.send(jobType.id, {}, options);
  else if (new Date(waiting.startAfter) > next!) await boss.update(jobType.id, undefined, options);
}
