import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { lockDataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { queryRows } from './query-rows.ts';

let folder: string;
let databaseFolder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-embedded-'));
  databaseFolder = path.join(folder, 'db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function open() {
  const lockedFolder = await lockDataFolder(folder);
  try {
    const database = await openDatabase({ folder: lockedFolder });
    return {
      queries: database.queries,
      close: () => database.close().finally(() => lockedFolder.release()),
    };
  } catch (error) {
    await lockedFolder.release();
    throw error;
  }
}

it.runIf(isRunOfAllTests())(
  'rejects a damaged embedded database with a message, and leaves it unchanged',
  async () => {
    await (await open()).close();
    truncateSync(path.join(databaseFolder, 'global/pg_control'), 100);
    await expect(open()).rejects.toThrow(StartError);
    await expect(open()).rejects.toThrow(
      /^Cannot open the database in .*db: its files are damaged or incomplete \([^\n]+\)\. Restore a backup of the folder, or move it away to start with an empty database\.$/,
    );

    // If the file PG_VERSION is missing, PGlite itself would create a new database over the existing files.
    rmSync(path.join(databaseFolder, 'PG_VERSION'));
    await expect(open()).rejects.toThrow('(it has no PG_VERSION)');
    expect(existsSync(path.join(databaseFolder, 'base'))).toBe(true);
  },
);

it.runIf(isRunOfAllTests())(
  'creates an embedded database again if its creation was interrupted',
  async () => {
    mkdirSync(path.join(databaseFolder, 'base'), { recursive: true });
    writeFileSync(path.join(databaseFolder, 'PG_VERSION'), '');
    writeFileSync(path.join(databaseFolder, 'octavo.unfinished'), '');
    const { queries, close } = await open();
    await queries.execute(sql`SELECT count(*) FROM articles`);
    expect(readdirSync(databaseFolder)).not.toContain('octavo.unfinished');
    await close();
  },
);

it.runIf(isRunOfAllTests())(
  'copies the empty database of the setup, in a folder and in memory',
  async () => {
    const inFolder = await open();
    const inMemory = await openDatabase('memory');
    const systemIdentifiers = await Promise.all([inFolder, inMemory].map(getSystemIdentifier));
    await Promise.all([inFolder.close(), inMemory.close()]);
    // Each newly created PostgreSQL database has its own system identifier, so equal identifiers prove that both
    // databases are copies of one original.
    expect(systemIdentifiers[0]).toBe(systemIdentifiers[1]);
  },
);

it.runIf(isRunOfAllTests())(
  'reports with a message that a database of another release cannot be migrated',
  async () => {
    const database = await open();
    await database.queries.execute(sql`DELETE FROM drizzle.__drizzle_migrations`);
    await database.close();
    const reopening = open();
    await expect(reopening).rejects.toThrow(StartError);
    await expect(reopening).rejects.toThrow(
      /^Cannot migrate the database in .*db: .*already exists/,
    );
  },
);

async function getSystemIdentifier({ queries }: Pick<Database, 'queries'>): Promise<unknown> {
  const rows = await queryRows<{ id: unknown }>(
    queries,
    sql`SELECT system_identifier AS id FROM pg_control_system()`,
  );
  return rows[0]!.id;
}
