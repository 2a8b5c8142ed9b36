import type { PgBoss } from 'pg-boss';
import type { Task } from './job.ts';

/** The singleton key of a task's scheduled job. */
const SCHEDULED = 'scheduled';

/**
 * Enqueues the next run of a task with a cron expression; does nothing for other tasks. `now` is the time of the
 * database. Of each task one scheduled job waits at most, so runs do not pile up, and a run that was missed while no
 * process was up happens once. A waiting job that is due later than the next run, because the clock was put back or the
 * task runs more often now, is moved forward.
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
