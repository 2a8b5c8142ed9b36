import type { Db, PgBoss } from 'pg-boss';
import type { Task } from './job.ts';

/** The key of the one that waits for its time. */
const SCHEDULED = 'scheduled';

/**
 * Has a task that comes round wait for its next time, by the database's clock. Its schedule is a job that waits,
 * one at most: so nothing piles up, and what was missed while nothing ran is done once. One that waits for a
 * later time than the next, since the clock was put back or the task comes oftener now, is called earlier.
 */
export async function awaitNext(boss: PgBoss, statements: Db, task: Task): Promise<void> {
  if (!task.cron) return;
  const { rows } = await statements.executeSql(WAITING, [task.id, SCHEDULED]);
  const [{ now, waits_until: waitsUntil }] = rows;
  const [next] = boss.previewSchedule(task.cron, { from: new Date(Number(now)), count: 1 });
  const options = { singletonKey: SCHEDULED, startAfter: next! };
  if (waitsUntil === null) await boss.send(task.id, {}, options);
  else if (Number(waitsUntil) > next!.getTime()) await boss.update(task.id, undefined, options);
}

const milliseconds = (moment: string) => `extract(epoch FROM ${moment}) * 1000`;

const WAITING = `
  SELECT ${milliseconds('pgboss.job_now()')} AS now, (
    SELECT ${milliseconds('min(start_after)')} FROM pgboss.job
    WHERE name = $1 AND singleton_key = $2 AND state = 'created') AS waits_until`;
