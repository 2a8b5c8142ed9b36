import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { createDatabaseAdapter } from '../database-adapter.ts';
import type { Job, Task } from '../job.ts';
import { prepareQueues } from '../queues.ts';
import { type Jobs, startJobs } from '../start-jobs.ts';

/** Seconds between two polls; pg-boss allows no less. */
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

/** The queue of a database as tests see it, with workers that can be started and stopped. */
export class TestQueue {
  readonly #database: Database;
  readonly #running: Jobs[] = [];
  /** For each started process: the number of its upkeep runs and polls. */
  readonly #looks: Looks[] = [];
  /** The errors that were recorded. */
  readonly recordedErrors: { source: string; message: string; path: string }[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Empties the queue, and creates a queue for each task. */
  async reset(...tasks: Task[]): Promise<void> {
    this.recordedErrors.length = 0;
    await prepareQueues(this.#database, []);
    await this.run(`
      CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz AS 'SELECT pg_catalog.now()' LANGUAGE sql STABLE;
      DELETE FROM pgboss.job; DELETE FROM pgboss.queue;`);
    await prepareQueues(this.#database, tasks);
  }

  /** Starts workers like those of a process, and returns their metrics. `every`: seconds between two polls. */
  start<Payload extends z.ZodObject>(jobs: Job<Payload> | readonly Job[], every = EVERY): Registry {
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
      after: 0,
      every,
    };
    const looks = { upkeep: 0, fetches: 0 };
    this.#looks.push(looks);
    this.#running.push(startJobs({ database: countingLooks(this.#database, looks), ...options }));
    return registry;
  }

  /** Waits until every process has run its upkeep and polled each queue `count` times more. */
  async looks(count: number): Promise<void> {
    const before = this.#looks.map((looks) => ({ ...looks }));
    // A running poll may have started before, and each process polls the dead letter queue too.
    const isDone = ({ upkeep, fetches }: Looks, at: number) =>
      upkeep > before[at]!.upkeep + count && fetches > before[at]!.fetches + 2 * (count + 1);
    await vi.waitUntil(() => this.#looks.every(isDone), { timeout: 30_000 });
  }

  async stop(): Promise<void> {
    this.#looks.length = 0;
    await Promise.all(this.#running.splice(0).map((jobs) => jobs.stop()));
  }

  /** Sets the database's clock forward, or back by a negative number of hours. */
  async putClock(hours: number): Promise<void> {
    await this.run(`
      CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz
      AS 'SELECT pg_catalog.now() + ${hours} * interval ''1 hour''' LANGUAGE sql STABLE`);
  }

  /** Lists the jobs of a task, oldest first. */
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
    await createDatabaseAdapter(this.#database).executeSql(text);
  }
}

interface Looks {
  upkeep: number;
  fetches: number;
}

/** Wraps the database of a process to count its polls. */
function countingLooks(database: Database, looks: Looks): Database {
  const { $client: pool } = database.queries as unknown as { $client: pg.Pool };
  const connect = async () => {
    const session = await pool.connect();
    return {
      async query(text: string, values?: unknown[]) {
        const answer = await session.query(text, values);
        if (text.includes('AS abandoned')) looks.upkeep += 1;
        if (text.includes('SKIP LOCKED')) looks.fetches += 1;
        return answer;
      },
      release: () => session.release(),
    };
  };
  const queries = Object.create(database.queries, { $client: { value: { connect } } });
  return { ...database, queries };
}

/** A task for tests: it draws an author's portrait. */
export const DRAW = {
  id: 'draw',
  payload: z.strictObject({ author: z.string() }),
} satisfies Task;
