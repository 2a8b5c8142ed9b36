import type { PgBoss } from 'pg-boss';
import type { Task } from './job.ts';

/** Key of the jobs that a task's schedule enqueues. */
const SCHEDULED = 'scheduled';

/**
 * Enqueues the next run of a task that has a cron expression. `now` is the database's time. Each task has at most one
 * waiting scheduled job, so missed runs do not accumulate.
 *
 * A waiting job that is due later than the next run is moved forward to the next run. Such a job exists if the clock
 * was set back, or if a new release runs the task more often.
 */
export async function scheduleNextRun(boss: PgBoss, task: Task, now: Date): Promise<void> {
  if (!task.cron) return;
  const [next] = boss.previewSchedule(task.cron, { from: now, count: 1 });
  const options = { singletonKey: SCHEDULED, startAfter: next! };
  const queued = await boss.findJobs(task.id, { key: SCHEDULED, queued: true });
  const waiting = queued.find(({ state }) => state === 'created');
  if (!waiting) await boss.send(task.id, {}, options);
  else if (new Date(waiting.startAfter) > next!) await boss.update(task.id, undefined, options);
}
