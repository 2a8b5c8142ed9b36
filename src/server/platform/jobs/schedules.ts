import type { PgBoss } from 'pg-boss';
import type { JobDefinition } from './job.ts';

/** The job key that all scheduled jobs use. */
const SCHEDULED_JOB_KEY = 'scheduled';

/**
 * Enqueues the next run of a job type that has a cron expression. `now` is the database's current time. Each job type
 * has at most one waiting scheduled job, so missed runs do not accumulate.
 *
 * If the waiting job would start later than the next run, it is rescheduled to that run's time. This happens if the
 * clock was set back, or if a new release runs the job type more often.
 */
export async function scheduleNextRun(
  boss: PgBoss,
  jobType: JobDefinition,
  now: Date,
): Promise<void> {
  if (!jobType.cron) return;
  const [next] = boss.previewSchedule(jobType.cron, { from: now, count: 1 });
  const options = { singletonKey: SCHEDULED_JOB_KEY, startAfter: next! };
  const queued = await boss.findJobs(jobType.id, { key: SCHEDULED_JOB_KEY, queued: true });
  const waiting = queued.find(({ state }) => state === 'created');
  if (!waiting) await boss.send(jobType.id, {}, options);
  else if (new Date(waiting.startAfter) > next!) await boss.update(jobType.id, undefined, options);
}
