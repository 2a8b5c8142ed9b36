import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { type Job, type Jobs, prepareQueues, startJobs, type Task } from '../service.ts';
import { statementsOn } from '../statements.ts';

/** Seconds between two looks for work; pg-boss allows no less. */
const EVERY = 0.5;

/** A row of the queue. */
export interface QueuedJob {
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  data: Record<string, unknown>;
  output: Record<string, unknown> | null;
  retryCount: number;
  retryLimit: number;
  /** Seconds from now, by the database's clock. */
  startsIn: number;
}

/** The queue of a database, looked at from outside, and workers that can be started and stopped. */
export class TestQueue {
  readonly #database: Database;
  readonly #running: Jobs[] = [];
  /** What the team was told of. */
  readonly faults: { source: string; message: string; path: string }[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes the queue empty, with a place for each task. */
  async reset(...tasks: Task[]): Promise<void> {
    this.faults.length = 0;
    await prepareQueues(this.#database, []);
    await this.run(`
      CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz AS 'SELECT pg_catalog.now()' LANGUAGE sql STABLE;
      DELETE FROM pgboss.job; DELETE FROM pgboss.queue;`);
    await prepareQueues(this.#database, tasks);
  }

  /** A process that works jobs off, or as good as one; the metrics it keeps. `every`: seconds between looks. */
  start<Payload extends z.ZodObject>(jobs: Job<Payload> | readonly Job[], every = EVERY): Registry {
    const registry = new Registry();
    const log = pino({ level: 'silent' });
    const record = (source: string, error: unknown, path: string) => {
      this.faults.push({ source, message: (error as Error).message, path });
      return '';
    };
    const options = { jobs: [jobs].flat(), log, registry, faults: { record }, after: 0, every };
    this.#running.push(startJobs({ database: this.#database, ...options }));
    return registry;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((jobs) => jobs.stop()));
  }

  /** Puts the database's clock so many hours forward or, below nought, back. */
  async putClock(hours: number): Promise<void> {
    await this.run(`
      CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz
      AS 'SELECT pg_catalog.now() + ${hours} * interval ''1 hour''' LANGUAGE sql STABLE`);
  }

  /** Those with that id, oldest first. */
  async jobs(id: string): Promise<QueuedJob[]> {
    const { rows } = (await this.#database.queries.execute(sql`
      SELECT state, data, output, retry_count AS "retryCount", retry_limit AS "retryLimit",
        extract(epoch FROM start_after - pgboss.job_now())::float AS "startsIn"
      FROM pgboss.job WHERE name = ${id} ORDER BY created_on, id`)) as unknown as {
      rows: QueuedJob[];
    };
    return rows;
  }

  async states(id: string): Promise<string[]> {
    return (await this.jobs(id)).map(({ state }) => state);
  }

  async run(text: string): Promise<void> {
    await statementsOn(this.#database).executeSql(text);
  }
}

/** A task of the tests' own: it has an author's portrait drawn. */
export const DRAW = {
  id: 'draw',
  payload: z.strictObject({ author: z.string() }),
} satisfies Task;
