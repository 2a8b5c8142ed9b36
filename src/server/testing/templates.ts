/**
 * Template databases: a migrated one with an empty job queue, and one that is filled with the twenty articles of
 * `library.ts` too. A test's database is a copy of one of them. Each is made by the first test file that opens one: for
 * PGlite once for the same sources, in the folder that `tests/support/template-databases.ts` names in `TEST_TEMPLATES`;
 * on the PostgreSQL server once a run, which `TEST_RUN` names a folder for. A program without these folders does without
 * templates.
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
import { CONTENT_CHANGE_TASKS } from '#server/catalogue/publication/announce-content-change.ts';
import { takeDataFolder } from '#server/platform/db/data-folder.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareQueues } from '#server/platform/jobs/queues.ts';
import { type Snapshot, takeSnapshot } from './embedded-pool.ts';
import { getServerDatabaseUrl, runOnServer } from './postgres-server.ts';

/** What a template holds: the tables alone, or the twenty articles too. */
export type TemplateContents = 'migrated' | 'filled';

/** A template of PGlite databases. */
export interface EmbeddedTemplate {
  /** A tar file of PGlite's `dumpDataDir`. */
  dump: string;
  snapshot: Snapshot;
}

const snapshots = new Map<string, Snapshot>();

/** Returns what PGlite databases are copies of. */
export async function getEmbeddedTemplate(
  contents: TemplateContents,
): Promise<EmbeddedTemplate | undefined> {
  const { TEST_TEMPLATES: folder, TEST_RUN: run } = process.env;
  if (!folder || !run) return undefined;
  const dump = path.join(folder, `${contents}.tar`);
  const file = path.join(folder, `${contents}.json`);
  await makeOnce(dump, run, async () => {
    mkdirSync(folder, { recursive: true });
    const made = await makeDump(contents);
    replaceFile(file, JSON.stringify(made.snapshot));
    replaceFile(dump, made.dump);
  });
  const snapshot = snapshots.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Snapshot);
  snapshots.set(file, snapshot);
  return { dump, snapshot };
}

/** Returns the name of the database that those on the PostgreSQL server are copies of. */
export async function getServerTemplate(contents: TemplateContents): Promise<string | undefined> {
  const { TEST_RUN: run } = process.env;
  if (!run) return undefined;
  // Several runs may share a server: the folder's name tells them apart.
  const name = `${path.basename(run).replaceAll('-', '_').toLowerCase()}_${contents}`;
  const made = path.join(run, name);
  await makeOnce(made, run, async () => {
    const migrated = contents === 'filled' ? await getServerTemplate('migrated') : undefined;
    await runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runOnServer(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${migrated}` : ''}`);
    await prepare(await openDatabase({ url: getServerDatabaseUrl(name) }), contents);
    writeFileSync(made, '');
  });
  return name;
}

/** Makes a file unless it is there; workers of a run that want the same one wait for the first of them. */
async function makeOnce(file: string, run: string, make: () => Promise<void>): Promise<void> {
  const claim = path.join(run, `${path.basename(file)}.claim`);
  while (!existsSync(file)) {
    if (!claimFile(claim)) {
      await wait(20);
      continue;
    }
    try {
      // It may have been made just before the claim.
      if (!existsSync(file)) await make();
    } finally {
      rmSync(claim);
    }
  }
}

/** Returns false when another worker has the claim. */
function claimFile(claim: string): boolean {
  try {
    writeFileSync(claim, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Two runs may write the same file at once: a reader sees one of them. */
function replaceFile(file: string, contents: string | Uint8Array): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

async function makeDump(
  contents: TemplateContents,
): Promise<{ dump: Uint8Array; snapshot: Snapshot }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-template-'));
  const held = await takeDataFolder(folder);
  const filled = await openDatabase({ folder: held });
  await fill(filled, contents);
  const snapshot = await takeSnapshot(filled);
  await filled.close();
  await held.release();
  const database = await PGlite.create(path.join(folder, 'db'), { extensions: { pg_trgm } });
  // Nobody creates databases there; without what those are made from, a copy is a third smaller.
  for (const name of ['template0', 'template1']) {
    await database.exec(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await database.exec(`DROP DATABASE ${name}`);
  }
  const dump = await database.dumpDataDir('none');
  await database.close();
  rmSync(folder, { recursive: true });
  return { dump: new Uint8Array(await dump.arrayBuffer()), snapshot };
}

async function prepare(database: Database, contents: TemplateContents): Promise<void> {
  await fill(database, contents);
  await database.close();
}

async function fill(database: Database, contents: TemplateContents): Promise<void> {
  await prepareQueues(database, CONTENT_CHANGE_TASKS);
  // Importing loads half of the server: not for those who only want tables.
  if (contents !== 'filled') return;
  await (await import('./test-library.ts')).importTestLibrary(database);
  await database.queries.execute(sql`DELETE FROM pgboss.job`);
}
