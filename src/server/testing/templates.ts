/**
 * Creates template databases, which tests copy. There are two templates: a migrated one with an empty job queue, and
 * one that also has the twenty articles of `test-library.ts`. The first test file that needs a template creates it. A
 * PGlite template is created once for each version of the source files, and stored in the folder `TEST_TEMPLATES`. A
 * PostgreSQL template is created once for each test run, and a marker file in the run's folder, `TEST_RUN`, records
 * that it exists. `tests/support/template-databases.ts` sets both environment variables. If they are not set, databases
 * are created without templates.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { lockDataFolder } from '#server/platform/db/data-folder.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { type DatabaseSnapshot, takeDatabaseSnapshot } from './embedded-pool.ts';
import { getPostgresDatabaseUrl, runStatementOnPostgres } from './postgres-server.ts';

/** The contents of a template database: only empty tables (`migrated`), or also twenty articles (`filled`). */
export type DatabaseTemplateContents = 'migrated' | 'filled';

/** A template of PGlite databases. */
export interface EmbeddedDatabaseTemplate {
  /** Path of a tar file created by PGlite's `dumpDataDir`. */
  dump: string;
  snapshot: DatabaseSnapshot;
}

const snapshots = new Map<string, DatabaseSnapshot>();

/**
 * Returns the template with the given contents, from which tests create PGlite databases. Returns `undefined` outside a
 * test run.
 */
export async function getEmbeddedDatabaseTemplate(
  contents: DatabaseTemplateContents,
): Promise<EmbeddedDatabaseTemplate | undefined> {
  const { TEST_TEMPLATES: folder, TEST_RUN: run } = process.env;
  if (!folder || !run) return undefined;
  const dump = path.join(folder, `${contents}.tar`);
  const file = path.join(folder, `${contents}.json`);
  await createOnce(dump, run, async () => {
    mkdirSync(folder, { recursive: true });
    const created = await createDump(contents);
    replaceFile(file, JSON.stringify(created.snapshot));
    replaceFile(dump, created.dump);
  });
  const snapshot =
    snapshots.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as DatabaseSnapshot);
  snapshots.set(file, snapshot);
  return { dump, snapshot };
}

/** Returns the name of the template database on PostgreSQL. Returns `undefined` outside a test run. */
export async function getPostgresTemplateName(
  contents: DatabaseTemplateContents,
): Promise<string | undefined> {
  const { TEST_RUN: run } = process.env;
  if (!run) return undefined;
  // Several test runs may share a server, so a template's name contains the name of the run's folder.
  const name = `${path.basename(run).replaceAll('-', '_').toLowerCase()}_${contents}`;
  const markerFile = path.join(run, name);
  await createOnce(markerFile, run, async () => {
    const base = contents === 'filled' ? await getPostgresTemplateName('migrated') : undefined;
    await runStatementOnPostgres(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runStatementOnPostgres(`CREATE DATABASE ${name}${base ? ` TEMPLATE ${base}` : ''}`);
    await fillAndClose(await openDatabase({ url: getPostgresDatabaseUrl(name) }), contents);
    writeFileSync(markerFile, '');
  });
  return name;
}

/**
 * Calls `create` to create a file, unless the file exists. If several workers need the file, one creates it and the
 * others wait.
 */
async function createOnce(file: string, run: string, create: () => Promise<void>): Promise<void> {
  const claim = path.join(run, `${path.basename(file)}.claim`);
  while (!existsSync(file)) {
    if (!claimFile(claim)) {
      await wait(20);
      continue;
    }
    try {
      // Another worker may have created the template file just before this worker claimed it.
      if (!existsSync(file)) await create();
    } finally {
      rmSync(claim);
    }
  }
}

/** Claims the task of creating a file. Returns false if another worker has already claimed it. */
function claimFile(claim: string): boolean {
  try {
    writeFileSync(claim, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Replaces a file atomically, since two runs may write the same file at once. */
function replaceFile(file: string, contents: string | Uint8Array): void {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporaryFile, contents);
  renameSync(temporaryFile, file);
}

async function createDump(
  contents: DatabaseTemplateContents,
): Promise<{ dump: Uint8Array; snapshot: DatabaseSnapshot }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-template-'));
  const lock = await lockDataFolder(folder);
  const source = await openDatabase({ folder: lock });
  await fillDatabase(source, contents);
  const snapshot = await takeDatabaseSnapshot(source);
  await source.close();
  await lock.release();
  const database = await PGlite.create(path.join(folder, 'db'), { extensions: { pg_trgm } });
  // `template0` and `template1` are not needed to open the dump. Dropping them makes the dump a third smaller.
  for (const name of ['template0', 'template1']) {
    await database.exec(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await database.exec(`DROP DATABASE ${name}`);
  }
  const dump = await database.dumpDataDir('none');
  await database.close();
  rmSync(folder, { recursive: true });
  return { dump: new Uint8Array(await dump.arrayBuffer()), snapshot };
}

async function fillAndClose(database: Database, contents: DatabaseTemplateContents): Promise<void> {
  await fillDatabase(database, contents);
  await database.close();
}

async function fillDatabase(database: Database, contents: DatabaseTemplateContents): Promise<void> {
  await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
  // The module `test-library.ts` imports half of the server's code, so it is loaded only if the template needs
  // articles.
  if (contents !== 'filled') return;
  await (await import('./test-library.ts')).importTestLibrary(database);
  await database.queries.execute(sql`DELETE FROM pgboss.job`);
}
