import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import type { Database } from './database.ts';
import { runPreparedQuery } from './prepared.ts';
import { contentVersion } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('a prepared query, on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('is built once, and returns the rows for each value', async () => {
    const { queries } = database;
    const build = vi.fn(() =>
      queries
        .select()
        .from(contentVersion)
        .where(eq(contentVersion.id, sql.placeholder('id'))),
    );
    const runQuery = (id: number) => runPreparedQuery(queries, 'the version', build, { id });
    const results = await Promise.all([runQuery(1), runQuery(2), runQuery(1)]);
    expect(results.map((rows) => rows.length)).toEqual([1, 0, 1]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('sees changes of its transaction', async () => {
    const { queries } = database;
    await queries.transaction(async (transaction) => {
      await transaction.update(contentVersion).set({ version: 70 });
      const select = () => transaction.select().from(contentVersion);
      const [row] = await runPreparedQuery(transaction, 'all versions', select, {});
      expect(row?.version).toBe(70);
    });
  });
});
