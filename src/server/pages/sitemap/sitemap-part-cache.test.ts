import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { SitemapPartCache } from './sitemap-part-cache.ts';

const CHANGED_AT = new Date('2026-06-07T08:09:10.111Z');

describe('the parts of the sitemap', () => {
  let database: Database;
  let id: string;
  let otherId: string;
  let parts: SitemapPartCache;

  beforeAll(async () => {
    database = await pgliteTestEngine.openFilled();
    const rows = await database.queries.select({ id: articles.id }).from(articles).limit(2);
    [id, otherId] = rows.map((row) => row.id) as [string, string];
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    parts = new SitemapPartCache(2);
    const [time, laterTime] = [new Date('2020-01-05T10:00:00Z'), new Date('2020-03-05T10:00:00Z')];
    await update({ publishedAt: time, updatedAt: time });
    await update({ publishedAt: laterTime, updatedAt: laterTime }, otherId);
  });
  afterEach(() => void vi.restoreAllMocks());

  const update = (change: Partial<typeof articles.$inferInsert>, articleId = id) =>
    database.queries.update(articles).set(change).where(eq(articles.id, articleId));
  const list = () => parts.list(database.queries);
  const findChange = (listed: Awaited<ReturnType<typeof list>>, month = '2020-01') =>
    listed.find(({ name }) => name === month)?.changedAt;

  /** Holds back the result of the next SQL statement that contains `text` until the test calls `release`. */
  const holdResult = (text: string) => {
    const { $client: pool } = database.queries as unknown as { $client: pg.Pool };
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    let isHeld = false;
    vi.spyOn(pool, 'query').mockImplementation((async (...args: [{ text: string }]) => {
      const result = await query(...args);
      if (isHeld || !args[0].text.includes(text)) return result;
      isHeld = true;
      held.resolve();
      await gate.promise;
      return result;
    }) as never);
    return { held: held.promise, release: gate.resolve };
  };

  it.each([
    ['is changed', () => parts.invalidate([`article:${id}`])],
    ['may have been changed', () => parts.markAllStale()],
  ])('are current after an article %s while they are listed', async (_, announce) => {
    const { held, release } = holdResult('of_period');
    const first = list();
    await held;
    await update({ updatedAt: CHANGED_AT });
    announce();
    const second = list();
    // Waits long enough for the second listing to finish, in case it does not wait for the first one as it should.
    for (let count = 0; count < 100; count++) await database.queries.execute('SELECT 1');
    release();
    expect(findChange(await first)).not.toEqual(CHANGED_AT);
    expect(findChange(await second)).toEqual(CHANGED_AT);
    expect(findChange(await list())).toEqual(CHANGED_AT);
  });

  it('are current after an article moves while its former time is read', async () => {
    await list();
    parts.invalidate([`article:${id}`]);
    const { held, release } = holdResult('ANY');
    const first = list();
    await held;
    await update({ publishedAt: new Date('2020-03-06T10:00:00Z'), updatedAt: CHANGED_AT });
    parts.invalidate([`article:${id}`]);
    release();
    await first;
    const listed = await list();
    expect(findChange(listed)).toBeUndefined();
    expect(findChange(listed, '2020-03')).toEqual(CHANGED_AT);
  });

  it('are current after a listing that failed', async () => {
    await list();
    await update({ updatedAt: CHANGED_AT });
    parts.invalidate([`article:${id}`]);
    const { $client: pool } = database.queries as unknown as { $client: pg.Pool };
    vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('no connection') as never);
    await expect(list()).rejects.toThrow();
    expect(findChange(await list())).toEqual(CHANGED_AT);
  });
});
