import type { Db } from 'pg-boss';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { DEAD_LETTER_QUEUE_NAME } from './job.ts';

/** The outcome of an attempt at a job. */
export type AttemptOutcome = 'done' | 'failed';

export interface JobMetrics {
  /** Records an attempt and its duration in seconds. */
  recordAttempt(job: string, outcome: AttemptOutcome, seconds: number): void;
  /** Records a job that has failed permanently. */
  recordDeadLetter(job: string): void;
}

/** Upper bounds, in seconds, of the buckets in the attempt duration histogram. */
const BUCKETS = [0.01, 0.1, 1, 10, 60, 300, 900];

/**
 * Creates the metrics for background jobs. They count this process's attempts, and the jobs in the queues that all
 * processes share.
 */
export function createJobMetrics(registry: Registry, adapter: Db): JobMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'octavo_job_attempts_total',
    help: 'Job attempts in this process, by outcome.',
    labelNames: ['job', 'ending'],
    registers,
  });
  const deadLetters = new Counter({
    name: 'octavo_jobs_given_up_total',
    help: 'Jobs that failed permanently, as reported by this process.',
    labelNames: ['job'],
    registers,
  });
  const duration = new Histogram({
    name: 'octavo_job_duration_seconds',
    help: 'Duration of job attempts in seconds.',
    labelNames: ['job'],
    buckets: BUCKETS,
    registers,
  });
  for (const { name, help, sql } of QUEUE_GAUGES)
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers,
      async collect() {
        // While the database is unavailable, omits the metrics about the shared queues, so that all other metrics can
        // still be collected.
        const { rows } = await adapter.executeSql(sql).catch(() => ({ rows: [] }));
        this.reset();
        for (const { job, value } of rows) this.set({ job }, Number(value));
      },
    });

  return {
    recordAttempt(job, outcome, seconds) {
      attempts.inc({ job, ending: outcome });
      duration.observe({ job }, seconds);
    },
    recordDeadLetter: (job) => deadLetters.inc({ job }),
  };
}

const QUEUE_GAUGES = [
  {
    name: 'octavo_jobs_waiting',
    help: 'Jobs waiting to run or to be retried, including scheduled ones.',
    sql: `
      SELECT queue.name AS job, count(job.id) AS value
      FROM pgboss.queue LEFT JOIN pgboss.job ON job.name = queue.name AND job.state < 'active'
      WHERE queue.name <> '${DEAD_LETTER_QUEUE_NAME}' GROUP BY queue.name`,
  },
  {
    name: 'octavo_jobs_oldest_seconds',
    help: 'Seconds for which the oldest due job of a queue has been waiting; 0 if no job is due.',
    sql: `
      SELECT queue.name AS job, coalesce(extract(epoch FROM pgboss.job_now() - min(job.start_after)), 0) AS value
      FROM pgboss.queue
        LEFT JOIN pgboss.job ON job.name = queue.name AND job.state < 'active' AND job.start_after <= pgboss.job_now()
      WHERE queue.name <> '${DEAD_LETTER_QUEUE_NAME}' GROUP BY queue.name`,
  },
  {
    name: 'octavo_jobs_dead',
    help: 'Failed jobs in the dead letter queue.',
    sql: `
      SELECT source_name AS job, count(*) AS value
      FROM pgboss.job WHERE name = '${DEAD_LETTER_QUEUE_NAME}' GROUP BY source_name`,
  },
];
