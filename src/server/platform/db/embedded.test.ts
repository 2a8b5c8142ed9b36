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
import { executeRows } from './execute-rows.ts';
import { openDatabase } from './open.ts';

let folder: string;
let place: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-embedded-'));
  place = path.join(folder, 'db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function open() {
  const held = await lockDataFolder(folder);
  try {
    const database = await openDatabase({ folder: held });
    return {
      queries: database.queries,
      close: () => database.close().finally(() => held.release()),
    };
  } catch (error) {
    await held.release();
    throw error;
  }
}

it.runIf(isRunOfAllTests())(
  'rejects a damaged embedded database with a message, and leaves it unchanged',
  async () => {
    await (await open()).close();
    truncateSync(path.join(place, 'global/pg_control'), 100);
    await expect(open()).rejects.toThrow(StartError);
    await expect(open()).rejects.toThrow(
      /^Cannot open the database in .*db: its files are damaged or incomplete \([^\n]+\)\. Restore a backup of the folder, or move it away to start with an empty database\.$/,
    );

    // If the file PG_VERSION is missing, PGlite itself would create a new database over the existing files.
    rmSync(path.join(place, 'PG_VERSION'));
    await expect(open()).rejects.toThrow('(it has no PG_VERSION)');
    expect(existsSync(path.join(place, 'base'))).toBe(true);
  },
);

it.runIf(isRunOfAllTests())(
  'creates an embedded database again if its creation was interrupted',
  async () => {
    mkdirSync(path.join(place, 'base'), { recursive: true });
    writeFileSync(path.join(place, 'PG_VERSION'), '');
    writeFileSync(path.join(place, 'octavo.unfinished'), '');
    const { queries, close } = await open();
    await queries.execute(sql`SELECT count(*) FROM articles`);
    expect(readdirSync(place)).not.toContain('octavo.unfinished');
    await close();
  },
);

it.runIf(isRunOfAllTests())(
  'copies the empty database of the setup, in a folder and in memory',
  async () => {
    const inFolder = await open();
    const inMemory = await openDatabase('memory');
    const identities = await Promise.all([inFolder, inMemory].map(identityOf));
    await Promise.all([inFolder.close(), inMemory.close()]);
    // Each newly created PostgreSQL database has its own system identifier, so equal identifiers prove that both
    // databases are copies of one original.
    expect(identities[0]).toBe(identities[1]);
  },
);

it.runIf(isRunOfAllTests())(
  'reports with a message that a database of another release cannot be migrated',
  async () => {
    const first = await open();
    await first.queries.execute(sql`DELETE FROM drizzle.__drizzle_migrations`);
    await first.close();
    const again = open();
    await expect(again).rejects.toThrow(StartError);
    await expect(again).rejects.toThrow(/^Cannot migrate the database in .*db: .*already exists/);
  },
);

async function identityOf({ queries }: Pick<Database, 'queries'>): Promise<unknown> {
  const answer = await executeRows<{ id: unknown }>(
    queries,
    sql`SELECT system_identifier AS id FROM pg_control_system()`,
  );
  return answer[0]!.id;
}
