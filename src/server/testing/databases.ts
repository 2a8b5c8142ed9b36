import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { recordSkippedSuites } from '../../../scripts/recap.mjs';
import { isRunOfAllTests } from '../../../scripts/test-scope.mjs';
import { openPooledDatabase } from './embedded-pool.ts';
import { emptyTables } from './empty-tables.ts';
import {
  findPostgresConnectionError,
  getPostgresDatabaseUrl,
  runStatementOnPostgres,
} from './postgres-server.ts';
import {
  type DatabaseTemplateContents,
  getEmbeddedDatabaseTemplate,
  getPostgresTemplateName,
} from './templates.ts';

/** A database engine for tests. Each database is deleted when it is closed. */
export interface TestDatabaseEngine {
  name: 'PGlite' | 'PostgreSQL';
  /** Opens a migrated, empty database. */
  open(): Promise<Database>;
  /** Opens a database with twenty articles from the shipped library (`test-library.ts`). */
  openFilled(): Promise<Database>;
}

/** The PGlite engine, with its data in memory. */
export const pgliteTestEngine: TestDatabaseEngine = {
  name: 'PGlite',
  open: () => openInMemory('migrated'),
  openFilled: () => openInMemory('filled'),
};

const postgres: TestDatabaseEngine = {
  name: 'PostgreSQL',
  open: () => openTemporary('migrated'),
  openFilled: () => openTemporary('filled'),
};

/**
 * Returns the database engines on which a test suite runs, for `describe.each`. A full run uses PostgreSQL and PGlite.
 * A quick run uses PostgreSQL for suites with `dependsOnEngine`, and PGlite for all other suites. Set `dependsOnEngine`
 * if the suite's statements lock rows, run concurrently, search, or behave differently on the two engines. Without a
 * server at `TEST_DATABASE_URL` or on localhost, all suites run on PGlite, and the run's summary says so.
 */
export async function selectTestDatabaseEngines({
  dependsOnEngine = false,
} = {}): Promise<TestDatabaseEngine[]> {
  if (!dependsOnEngine && !isRunOfAllTests()) return [pgliteTestEngine];
  const server = await findPostgresTestEngine();
  if (!server) return [pgliteTestEngine];
  return isRunOfAllTests() ? [pgliteTestEngine, server] : [server];
}

/**
 * Returns PostgreSQL, for suites that cannot run on PGlite. Returns `undefined` if no server is available. In that
 * case, the suite should skip its tests with `describe.skipIf`, and the run's summary reports the missing server.
 */
export async function findPostgresTestEngine(): Promise<TestDatabaseEngine | undefined> {
  const reason = await findPostgresConnectionError();
  if (!reason) return postgres;
  recordSkippedSuites(
    `tests on PostgreSQL: there is none to test on (${reason}); set TEST_DATABASE_URL.`,
  );
}

/**
 * Deletes the library, the recorded errors, and all rows that refer to articles or authors, such as
 * bookmarks. Keeps accounts and sessions.
 */
export async function clearLibrary({ queries }: Database): Promise<void> {
  await emptyTables(
    queries,
    'authors',
    'articles',
    'category_counts',
    'photos',
    'search_words',
    'library_edition',
    'faults',
  );
}

/** Opens a second connection to a test's PostgreSQL database, as another process would. */
export async function openSecondConnection(database: Database): Promise<Database> {
  return openDatabase({ url: await getTestDatabaseUrl(database) });
}

/** Returns the URL of a test's PostgreSQL database, for use in another process. */
export async function getTestDatabaseUrl({ queries }: Database): Promise<string> {
  const rows = await queryRows<{ name: string }>(queries, sql`SELECT current_database() AS name`);
  const [row] = rows;
  return getPostgresDatabaseUrl(row!.name);
}

async function openInMemory(contents: DatabaseTemplateContents): Promise<Database> {
  const template = await getEmbeddedDatabaseTemplate(contents);
  return template ? openPooledDatabase(template.dump, template.snapshot) : openDatabase('memory');
}

/** Creates a database on the PostgreSQL test server. Closing the database drops it. */
async function openTemporary(contents: DatabaseTemplateContents): Promise<Database> {
  const template = await getPostgresTemplateName(contents);
  const name = `octavo_test_${randomBytes(6).toString('hex')}`;
  await runStatementOnPostgres(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  // The database does not have to survive a crash, so commits do not wait for the disk.
  await runStatementOnPostgres(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const database = await openDatabase({ url: getPostgresDatabaseUrl(name) });
  return {
    ...database,
    async close() {
      await database.close();
      await runStatementOnPostgres(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
