/**
 * Template databases: a migrated one, and one that is filled with the twenty articles of `library.ts` too. A test's
 * database is a copy of one of them. Each is made once a run, by the first test file that wants it, in the folder that
 * `tests/support/template-databases.ts` names in `TEST_TEMPLATES`; a program without such a folder does without templates.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { takeDataFolder } from '#server/platform/db/data-folder.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { addressOnServer, onServer } from './server.ts';

/** What a template holds: the tables alone, or the twenty articles too. */
export type Contents = 'migrated' | 'filled';

/** SQLSTATE of a `CREATE` or `RENAME` to a name that is taken. */
const DUPLICATE_DATABASE = '42P04';

/** Returns the dump that PGlite databases are copies of. */
export async function embeddedTemplate(contents: Contents): Promise<string | undefined> {
  const folder = process.env.TEST_TEMPLATES;
  if (!folder) return undefined;
  const dump = path.join(folder, `${contents}.tar`);
  if (existsSync(dump)) return dump;
  // Several workers may make it at once; each would have to wait for the one that does. The first stays: a database that
  // is being opened from the file cannot be read once another takes its place.
  const draft = `${dump}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, await makeDump(contents));
  try {
    linkSync(draft, dump);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  rmSync(draft);
  return dump;
}

/** Returns the name of the database that those on the PostgreSQL server are copies of. */
export async function serverTemplate(contents: Contents): Promise<string | undefined> {
  const folder = process.env.TEST_TEMPLATES;
  if (!folder) return undefined;
  // Several runs may share a server: the folder's name tells them apart.
  const name = `${path.basename(folder).replaceAll('-', '_').toLowerCase()}_${contents}`;
  const made = path.join(folder, name);
  if (existsSync(made)) return name;
  const draft = `octavo_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${draft}`);
  await prepare(await openDatabase({ url: addressOnServer(draft) }), contents);
  try {
    await onServer(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  } catch (error) {
    await onServer(`DROP DATABASE ${draft} WITH (FORCE)`);
    if (!(error instanceof pg.DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
  }
  writeFileSync(made, '');
  return name;
}

async function makeDump(contents: Contents): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-template-'));
  const held = await takeDataFolder(folder);
  await prepare(await openDatabase({ folder: held }), contents);
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
  return Buffer.from(await dump.arrayBuffer());
}

async function prepare(database: Database, contents: Contents): Promise<void> {
  // Importing loads half of the server: not for those who only want tables.
  if (contents === 'filled') await (await import('./library.ts')).fillWithLibrary(database);
  await database.close();
}
