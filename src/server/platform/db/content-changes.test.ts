import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  announceContentChange,
  type ContentCacheKey,
  watchContentChanges,
} from './content-changes.ts';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('content changes, on $name', ({ open }) => {
  let database: Database;
  /**
   * The database connection on which `watchContentChanges` listens. While `isCut` is true, the connection drops
   * notifications and counts them in `lostCount`.
   */
  let connection: { isCut: boolean; lostCount: number; restore: () => void };
  let changedKeys: string[];
  let unknownChangeCount: number;
  let stopWatching: () => Promise<void>;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    changedKeys = [];
    unknownChangeCount = 0;
    connection = { isCut: false, lostCount: 0, restore: () => {} };
    const listen: Database['listen'] = (channel, onNotify, onLost) => {
      connection.restore = () => {
        connection.isCut = false;
        onLost();
      };
      return database.listen(
        channel,
        (payload) => {
          if (connection.isCut) connection.lostCount += 1;
          else onNotify(payload);
        },
        () => {},
      );
    };
    stopWatching = await watchContentChanges(
      { ...database, listen },
      {
        onChange: (keys) => changedKeys.push(...keys),
        onUnknownChange: () => (unknownChangeCount += 1),
      },
    );
  });
  afterEach(() => stopWatching());

  const announce = (...keys: ContentCacheKey[]) =>
    database.queries.transaction((transaction) => announceContentChange(transaction, keys));

  it('are received once with their keys, unless they were rolled back', async () => {
    await announce('article:1', 'list');
    await database.queries
      .transaction(async (transaction) => {
        await announceContentChange(transaction, ['article:2']);
        throw new Error('no');
      })
      .catch(() => {});
    await announce('article:3');
    await expect.poll(() => changedKeys).toEqual(['article:1', 'list', 'article:3']);
    expect(unknownChangeCount).toBe(0);
  });

  it('are received even with more keys than a notification can contain', async () => {
    const keys = Array.from({ length: 3000 }, (_, at) => `article:${at}` as const);
    await announce(...keys);
    await expect.poll(() => changedKeys).toEqual(keys);
  });

  it('are read from the log after a reconnect', async () => {
    await announce('article:1');
    await expect.poll(() => changedKeys).toHaveLength(1);
    connection.isCut = true;
    await announce('article:2');
    await announce('author:a');
    connection.restore();
    await expect.poll(() => changedKeys).toEqual(['article:1', 'article:2', 'author:a']);
    connection.isCut = true;
    connection.restore();
    await announce('list');
    await expect.poll(() => changedKeys).toEqual(['article:1', 'article:2', 'author:a', 'list']);
    expect(unknownChangeCount).toBe(0);
  });

  it('are read from the log after a notification was lost', async () => {
    connection.isCut = true;
    await announce('article:1');
    await expect.poll(() => connection.lostCount).toBe(1);
    connection.isCut = false;
    await announce('article:2');
    await expect.poll(() => changedKeys).toEqual(['article:1', 'article:2']);
  });

  it('are reported as unknown if the log no longer contains them', async () => {
    connection.isCut = true;
    await announce('article:1');
    await announce('article:2');
    await database.queries.execute(
      sql`DELETE FROM content_changes WHERE keys = '["article:1"]'::jsonb`,
    );
    connection.restore();
    await expect.poll(() => unknownChangeCount).toBe(1);
    expect(changedKeys).toEqual([]);
    await announce('article:3');
    await expect.poll(() => changedKeys).toEqual(['article:3']);
  });

  it('are reported as unknown if a release without a log made them', async () => {
    await announce('article:1');
    await expect.poll(() => changedKeys).toEqual(['article:1']);
    await database.queries.execute(sql`UPDATE content_version SET version = version + 1`);
    await announce('article:3');
    await expect.poll(() => unknownChangeCount).toBe(1);
    expect(changedKeys).toEqual(['article:1']);
  });

  it('are reported as unknown if the version decreases, as after a restored backup', async () => {
    await announce('article:1');
    await expect.poll(() => changedKeys).toHaveLength(1);
    await database.queries.execute(sql`UPDATE content_version SET version = version - 1`);
    connection.restore();
    await expect.poll(() => unknownChangeCount).toBe(1);
  });

  it('remain in the log until a thousand newer changes have been logged', async () => {
    await database.queries.execute(sql`
      INSERT INTO content_changes (version, keys)
      SELECT at, '[]' FROM generate_series(-1500, -1) AS at ON CONFLICT DO NOTHING`);
    await announce('list');
    const rows = await queryRows<{ count: number }>(
      database.queries,
      sql`SELECT count(*)::int FROM content_changes`,
    );
    expect(rows[0]!.count).toBeLessThanOrEqual(1000);
    await expect.poll(() => changedKeys).toEqual(['list']);
  });
});
