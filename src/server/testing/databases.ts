import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { runsEverything } from '../../../scripts/test-scope.mjs';

/** A database of a test's own, empty but migrated. */
export interface TestDatabase {
  name: 'PGlite' | 'PostgreSQL';
  open(): Promise<Database>;
}

/** The server tests use, when there is one. */
export const SERVER = process.env.TEST_DATABASE_URL || 'postgres://root@localhost:5432/postgres';

/**
 * The databases every server test runs on: the embedded one, and PostgreSQL where there is a server at
 * `TEST_DATABASE_URL` or on localhost. Without one, PostgreSQL is left out with a sentence; under `CI=true`
 * that is a failure, and `npm test` runs them on the embedded one alone.
 */
export async function testDatabases(): Promise<TestDatabase[]> {
  const embedded: TestDatabase = { name: 'PGlite', open: () => openDatabase('memory') };
  if (!runsEverything()) return [embedded];
  const fault = await unreachable(SERVER);
  if (!fault) return [embedded, { name: 'PostgreSQL', open: openThrowAway }];
  const sentence = `No PostgreSQL to test on (${fault}); set TEST_DATABASE_URL.`;
  if (process.env.CI === 'true') throw new Error(sentence);
  console.warn(`${sentence} These tests run on PGlite alone.`);
  return [embedded];
}

/** Empties a database of everything readers and editors could have put there. */
export async function empty({ queries }: Database): Promise<void> {
  await queries.execute(
    sql`TRUNCATE authors, articles, photos, search_words, library_edition, faults CASCADE`,
  );
}

/** Opens a test's database on the server once more, as another process does. */
export async function openAgain({ queries }: Database): Promise<Database> {
  const result = await queries.execute(sql`SELECT current_database() AS name`);
  const [{ name }] = (result as unknown as { rows: [{ name: string }] }).rows;
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return openDatabase({ url: url.href });
}

/** Where another process finds an open database of {@link testDatabases} on PostgreSQL. */
export async function addressOf({ queries }: Database): Promise<string> {
  const answer = await queries.execute(sql`SELECT current_database() AS name`);
  const [row] = (answer as unknown as { rows: { name: string }[] }).rows;
  const url = new URL(SERVER);
  url.pathname = `/${row!.name}`;
  return url.href;
}

/** Creates a database on the server that is dropped when it is closed. */
async function openThrowAway(): Promise<Database> {
  const name = `octavo_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function unreachable(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error instanceof AggregateError ? String(error.errors[0]) : String(error);
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
