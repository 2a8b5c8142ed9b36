import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEEKLY_ARTICLE_GOAL } from '#domain/studio/cadence.ts';
import type { Database } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { listAuthorCadences, toCadenceSortKey } from './author-cadences.ts';

/** A limit that is larger than any list of the test articles. */
const ALL = 1000;

describe.each(await testDatabases())('the cadences of authors, on $name', ({ openFilled }) => {
  let database: Database;
  let ids: string[];
  beforeAll(async () => {
    database = await openFilled();
    const rows = await executeRows<{ id: string }>(
      database.queries,
      sql`SELECT id FROM authors WHERE status = 'active' ORDER BY id`,
    );
    ids = rows.map(({ id }) => id);
    await setAges(sql`true`, '60 days');
  });
  afterAll(() => database.close());

  const setAges = (which: ReturnType<typeof sql>, age: string) =>
    database.queries.execute(
      sql`UPDATE articles SET published_at = now() - ${age}::interval WHERE ${which}`,
    );
  const list = () => listAuthorCadences(database.queries, ALL, {});
  const find = async (id: string) => (await list()).find(({ authorId }) => authorId === id)!;

  it('leave a gap of a week’s goal if nothing was published', async () => {
    const all = await list();
    expect(all.map(({ authorId }) => authorId).sort()).toEqual(ids);
    expect(new Set(all.map(({ gap }) => gap))).toEqual(new Set([WEEKLY_ARTICLE_GOAL]));
  });

  it('count publications until they are a week and four weeks old', async () => {
    const [id] = ids;
    const oldest = sql`id = (SELECT id FROM articles WHERE author_id = ${id} AND status = 'published' ORDER BY id LIMIT 1)`;
    await setAges(oldest, '7 days -2 seconds');
    expect(await find(id!)).toMatchObject({ publishedInWeek: 1, publishedInMonth: 1, gap: 1 });
    await expect
      .poll(() => find(id!), { timeout: 30_000 })
      .toMatchObject({ publishedInWeek: 0, publishedInMonth: 1, gap: 2 });
    await setAges(oldest, '28 days -2 seconds');
    expect(await find(id!)).toMatchObject({ publishedInMonth: 1 });
    await expect
      .poll(() => find(id!), { timeout: 30_000 })
      .toMatchObject({ publishedInMonth: 0, gap: 2 });
  });

  it('follow articles that change their author or status, and ideas that are written', async () => {
    const [id, other] = ids;
    const newest = sql`id = (SELECT id FROM articles WHERE author_id = ${id} ORDER BY id DESC LIMIT 1)`;
    const { queries } = database;
    await setAges(newest, '1 day');
    expect(await find(id!)).toMatchObject({ publishedInWeek: 1, gap: 1 });
    const [moved] = await executeRows<{ id: string }>(
      queries,
      sql`UPDATE articles SET author_id = ${other} WHERE ${newest} RETURNING id`,
    );
    expect(await find(id!)).toMatchObject({ publishedInWeek: 0, gap: 2 });
    expect(await find(other!)).toMatchObject({ publishedInWeek: 1, gap: 1 });
    await queries.execute(sql`UPDATE articles SET status = 'draft' WHERE id = ${moved!.id}`);
    expect(await find(other!)).toMatchObject({ publishedInWeek: 0, articlesUnderWay: 1, gap: 1 });
    await queries.execute(sql`
      INSERT INTO article_ideas (id, author_id, status, idea) VALUES (gen_random_uuid(), ${id}, 'generating', '{}')`);
    expect(await find(id!)).toMatchObject({ ideasGenerating: 1, gap: 1 });
    await queries.execute(sql`DELETE FROM article_ideas`);
    expect(await find(id!)).toMatchObject({ ideasGenerating: 0, gap: 2 });
  });

  it('include active authors only', async () => {
    const id = ids.at(-1)!;
    const setStatus = (status: string) =>
      database.queries.execute(sql`UPDATE authors SET status = ${status} WHERE id = ${id}`);
    await setStatus('inactive');
    expect(await find(id)).toBeUndefined();
    await setStatus('active');
    expect(await find(id)).toMatchObject({ gap: 2 });
  });

  it('are the same page by page as all at once', async () => {
    const all = await list();
    const read: typeof all = [];
    for (;;) {
      const after = read.length > 0 ? toCadenceSortKey(read.at(-1)!) : undefined;
      const page = await listAuthorCadences(database.queries, 3, { after });
      if (page.length === 0) break;
      read.push(...page);
    }
    expect(read).toEqual(all);
  });
});
