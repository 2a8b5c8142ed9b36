import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { lockDataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { queryRows } from './query-rows.ts';

/** Records a migration that this release does not know, as a newer release does after it has changed the schema. */
async function migrateToNewerRelease({ queries }: Database): Promise<void> {
  await queries.execute(sql`
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
    SELECT 'newer', max(created_at) + 1 FROM drizzle.__drizzle_migrations`);
}

const MESSAGE =
  /^The database was migrated by a newer release of Octavo \(1 migration this release does not have\)\. Start that release\. /;

describe('a schema newer than this release, on the embedded database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-newer-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.runIf(isRunOfAllTests())('prevents startup with a message, unless it is allowed', async () => {
    const lockedFolder = await lockDataFolder(folder);
    const database = await openDatabase({ folder: lockedFolder });
    await migrateToNewerRelease(database);
    await database.close();

    const opening = openDatabase({ folder: lockedFolder });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(MESSAGE);
    const allowed = await openDatabase({ folder: lockedFolder }, { allowNewerSchema: true });
    expect(await countMigrations(allowed, 'newer')).toBe(1);
    await allowed.close();
    await lockedFolder.release();
  });
});

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('a schema newer than this release, on PostgreSQL', () => {
  it('prevents startup with a message, unless it is allowed, but does not affect running processes', async () => {
    const running = await postgres!.open();
    const url = await getTestDatabaseUrl(running);
    const notifications: string[] = [];
    const stopListening = await running.listen(
      'news',
      (payload) => notifications.push(payload),
      () => {},
    );
    await migrateToNewerRelease(running);

    const opening = openDatabase({ url });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(MESSAGE);

    const allowed = await openDatabase({ url }, { allowNewerSchema: true });
    expect(await countMigrations(allowed, 'newer')).toBe(1);
    await allowed.queries.execute(sql`SELECT pg_notify('news', 'still here')`);
    await expect.poll(() => notifications).toEqual(['still here']);
    await stopListening();
    await allowed.close();
    await running.close();
  });
});

async function countMigrations({ queries }: Database, hash: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    queries,
    sql`SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations WHERE hash = ${hash}`,
  );
  return row!.count;
}
