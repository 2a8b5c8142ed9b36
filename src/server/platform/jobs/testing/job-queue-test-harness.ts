import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import type { JobDefinition, JobWithHandler } from '../job.ts';
import { createPgBossAdapter } from '../pg-boss-adapter.ts';
import { createOrUpdateQueues } from '../queues.ts';
import { type JobRunner, startJobs } from '../start-jobs.ts';

/** Seconds between two polls of a queue. This is the minimum that pg-boss allows. */
const INTERVAL_SECONDS = 0.5;

/** A row in pg-boss's job table. */
export interface PgBossJobRow {
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  data: Record<string, unknown>;
  output: Record<string, unknown> | null;
  retryCount: number;
  retryLimit: number;
  /** Seconds from the database's current time until the job is due. */
  startsIn: number;
}

/** A test database's job queue, with workers that tests can start and stop. */
export class JobQueueTestHarness {
  readonly #database: Database;
  readonly #running: JobRunner[] = [];
  /** The number of upkeep runs and polls that each simulated process has completed. */
  readonly #activities: ActivityCounts[] = [];
  /** Errors that the workers recorded. */
  readonly recordedErrors: { source: string; message: string; path: string }[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Deletes all jobs and queues, and creates a queue for each of `jobTypes`. */
  async reset(...jobTypes: JobDefinition[]): Promise<void> {
    this.recordedErrors.length = 0;
    await createOrUpdateQueues(this.#database, []);
    await this.run(`
      CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz AS 'SELECT pg_catalog.now()' LANGUAGE sql STABLE;
      DELETE FROM pgboss.job; DELETE FROM pgboss.queue;`);
    await createOrUpdateQueues(this.#database, jobTypes);
  }

  /**
   * Simulates a process by starting its workers. Returns the registry with their metrics. `intervalSeconds` is the time
   * between two polls of a queue.
   */
  start<Payload extends z.ZodObject>(
    jobs: JobWithHandler<Payload> | readonly JobWithHandler[],
    intervalSeconds = INTERVAL_SECONDS,
  ): Registry {
    const registry = new Registry();
    const log = pino({ level: 'silent' });
    const record = (source: string, error: unknown, path: string) => {
      this.recordedErrors.push({ source, message: (error as Error).message, path });
      return '';
    };
    const options = {
      jobs: [jobs].flat(),
      log,
      registry,
      errorRecorder: { record },
      startDelay: 0,
      intervalSeconds,
    };
    const activity = { upkeep: 0, fetches: 0 };
    this.#activities.push(activity);
    this.#running.push(
      startJobs({ database: countActivity(this.#database, activity), ...options }),
    );
    return registry;
  }

  /** Waits until every process has completed `count` more upkeep runs, and `count` more polls of each queue. */
  async waitForUpkeepAndPolls(count: number): Promise<void> {
    const before = this.#activities.map((activity) => ({ ...activity }));
    // Waits for one additional upkeep run and one additional poll, because the current ones may have started before
    // this call. Each process polls two queues: the job type's queue and the dead letter queue.
    const isDone = ({ upkeep, fetches }: ActivityCounts, index: number) =>
      upkeep > before[index]!.upkeep + count && fetches > before[index]!.fetches + 2 * (count + 1);
    await vi.waitUntil(() => this.#activities.every(isDone));
  }

  async stop(): Promise<void> {
    this.#activities.length = 0;
    await Promise.all(this.#running.splice(0).map((jobs) => jobs.stop()));
  }

  /**
   * Sets the number of hours by which the database's clock is ahead of real time. A negative number sets the clock
   * back.
   */
  async setClockOffset(hours: number): Promise<void> {
    await this.run(`
      CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz
      AS 'SELECT pg_catalog.now() + ${hours} * interval ''1 hour''' LANGUAGE sql STABLE`);
  }

  /** Makes all waiting jobs due, including jobs that wait for a retry. */
  async makeDue(): Promise<void> {
    await this.run(`UPDATE pgboss.job SET start_after = now() WHERE state < 'active'`);
  }

  /** Lists a job type's jobs, oldest first. */
  async jobs(id: string): Promise<PgBossJobRow[]> {
    const { rows } = (await this.#database.queries.execute(sql`
      SELECT state, data, output, retry_count AS "retryCount", retry_limit AS "retryLimit",
        extract(epoch FROM start_after - pgboss.job_now())::float AS "startsIn"
      FROM pgboss.job WHERE name = ${id} ORDER BY created_on, id`)) as unknown as {
      rows: PgBossJobRow[];
    };
    return rows;
  }

  async states(id: string): Promise<string[]> {
    return (await this.jobs(id)).map(({ state }) => state);
  }

  async run(text: string): Promise<void> {
    await createPgBossAdapter(this.#database).executeSql(text);
  }
}

interface ActivityCounts {
  upkeep: number;
  fetches: number;
}

/** Wraps the database that a simulated process uses, and counts the process's upkeep runs and polls. */
function countActivity(database: Database, activity: ActivityCounts): Database {
  const { $client: pool } = database.queries as unknown as { $client: pg.Pool };
  const connect = async () => {
    const session = await pool.connect();
    return {
      async query(text: string, values?: unknown[]) {
        const result = await session.query(text, values);
        if (text.includes('AS abandoned')) activity.upkeep += 1;
        if (text.includes('SKIP LOCKED')) activity.fetches += 1;
        return result;
      },
      release: () => session.release(),
    };
  };
  const queries = Object.create(database.queries, { $client: { value: { connect } } });
  return { ...database, queries };
}

/** A job type for tests. Its jobs pretend to draw an author's portrait. */
export const DRAW_PORTRAIT_JOB_DEFINITION = {
  id: 'draw',
  payload: z.strictObject({ author: z.string() }),
} satisfies JobDefinition;
