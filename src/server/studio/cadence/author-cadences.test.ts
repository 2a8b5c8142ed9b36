import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEEKLY_ARTICLE_GOAL } from '#domain/studio/cadence.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import {
  findPostgresTestEngine,
  openSecondConnection,
  selectTestDatabaseEngines,
} from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { listAuthorCadences, toCadenceCursor } from './author-cadences.ts';

/** A limit that is larger than the number of authors in the tests. */
const ALL = 1000;

describe.each(await selectTestDatabaseEngines())(
  'the cadences of authors, on $name',
  ({ openFilled }) => {
    let database: Database;
    let ids: string[];
    beforeAll(async () => {
      database = await openFilled();
      const rows = await queryRows<{ id: string }>(
        database.queries,
        sql`SELECT id FROM authors WHERE status = 'active' ORDER BY id`,
      );
      ids = rows.map(({ id }) => id);
      await setAges(sql`true`, '60 days');
    });
    afterAll(() => database.close());

    const setAges = (condition: ReturnType<typeof sql>, age: string) =>
      database.queries.execute(
        sql`UPDATE articles SET published_at = now() - ${age}::interval WHERE ${condition}`,
      );
    /**
     * Moves an author's publications, and the time of the next cadence refresh, two hours into the past. Triggers are
     * disabled, so the cadence is not refreshed.
     */
    const letTwoHoursPass = (id: string) =>
      database.queries.transaction(async (transaction) => {
        await transaction.execute(sql`SET LOCAL session_replication_role = replica`);
        await transaction.execute(
          sql`UPDATE articles SET published_at = published_at - interval '2 hours' WHERE author_id = ${id}`,
        );
        await transaction.execute(
          sql`UPDATE author_cadences SET changes_at = changes_at - interval '2 hours' WHERE author_id = ${id}`,
        );
      });
    const listCadences = () => listAuthorCadences(database.queries, ALL, {});
    const findCadence = async (id: string) =>
      (await listCadences()).find(({ authorId }) => authorId === id)!;

    it('leave a gap of a week’s goal if nothing was published', async () => {
      const cadences = await listCadences();
      expect(cadences.map(({ authorId }) => authorId).sort()).toEqual(ids);
      expect(new Set(cadences.map(({ gap }) => gap))).toEqual(new Set([WEEKLY_ARTICLE_GOAL]));
    });

    it('count publications until they are a week and four weeks old', async () => {
      const [id] = ids;
      const oldest = sql`id = (SELECT id FROM articles WHERE author_id = ${id} AND status = 'published' ORDER BY id LIMIT 1)`;
      await setAges(oldest, '7 days -1 hour');
      expect(await findCadence(id!)).toMatchObject({
        publishedInWeek: 1,
        publishedInMonth: 1,
        gap: 1,
      });
      await letTwoHoursPass(id!);
      expect(await findCadence(id!)).toMatchObject({
        publishedInWeek: 0,
        publishedInMonth: 1,
        gap: 2,
      });
      await setAges(oldest, '28 days -1 hour');
      expect(await findCadence(id!)).toMatchObject({ publishedInMonth: 1 });
      await letTwoHoursPass(id!);
      expect(await findCadence(id!)).toMatchObject({ publishedInMonth: 0, gap: 2 });
    });

    it('follow articles that change their author or status, and ideas that are written', async () => {
      const [id, otherId] = ids;
      const newest = sql`id = (SELECT id FROM articles WHERE author_id = ${id} ORDER BY id DESC LIMIT 1)`;
      const { queries } = database;
      await setAges(newest, '1 day');
      expect(await findCadence(id!)).toMatchObject({ publishedInWeek: 1, gap: 1 });
      const [moved] = await queryRows<{ id: string }>(
        queries,
        sql`UPDATE articles SET author_id = ${otherId} WHERE ${newest} RETURNING id`,
      );
      expect(await findCadence(id!)).toMatchObject({ publishedInWeek: 0, gap: 2 });
      expect(await findCadence(otherId!)).toMatchObject({ publishedInWeek: 1, gap: 1 });
      await queries.execute(sql`UPDATE articles SET status = 'draft' WHERE id = ${moved!.id}`);
      expect(await findCadence(otherId!)).toMatchObject({
        publishedInWeek: 0,
        articlesUnderWay: 1,
        gap: 1,
      });
      await queries.execute(sql`
      INSERT INTO article_ideas (id, author_id, status, idea) VALUES (gen_random_uuid(), ${id}, 'generating', '{}')`);
      expect(await findCadence(id!)).toMatchObject({ ideasGenerating: 1, gap: 1 });
      await queries.execute(sql`DELETE FROM article_ideas`);
      expect(await findCadence(id!)).toMatchObject({ ideasGenerating: 0, gap: 2 });
    });

    it('include active authors only', async () => {
      const id = ids.at(-1)!;
      const setStatus = (status: string) =>
        database.queries.execute(sql`UPDATE authors SET status = ${status} WHERE id = ${id}`);
      await setStatus('inactive');
      expect(await findCadence(id)).toBeUndefined();
      await setStatus('active');
      expect(await findCadence(id)).toMatchObject({ gap: 2 });
    });

    it('are the same page by page as all at once', async () => {
      const cadences = await listCadences();
      const paged: typeof cadences = [];
      for (;;) {
        const after = paged.length > 0 ? toCadenceCursor(paged.at(-1)!) : undefined;
        const page = await listAuthorCadences(database.queries, 3, { after });
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(paged).toEqual(cadences);
    });
  },
);

const postgres = await findPostgresTestEngine();

it.runIf(postgres && isRunOfAllTests())(
  'an article that is added while its author is activated counts within minutes',
  async () => {
    const database = await postgres!.openFilled();
    const secondConnection = await openSecondConnection(database);
    const { queries } = database;
    const [author] = await queryRows<{ id: string }>(
      queries,
      sql`UPDATE authors SET status = 'inactive' WHERE id = (SELECT min(id::text)::uuid FROM authors) RETURNING id`,
    );
    const { id } = author!;
    const listUnderWay = async () => {
      const [cadence] = await listAuthorCadences(queries, ALL, { authorIds: [id] });
      return cadence?.articlesUnderWay;
    };
    await secondConnection.queries.transaction(async (transaction) => {
      await transaction.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
      await transaction.execute(
        sql`UPDATE articles SET status = 'draft' WHERE id = (SELECT min(id::text)::uuid FROM articles WHERE author_id = ${id})`,
      );
      await queries.execute(sql`UPDATE authors SET status = 'active' WHERE id = ${id}`);
    });
    expect(await listUnderWay()).toBe(0);
    await queries.execute(
      sql`UPDATE author_cadences SET changes_at = changes_at - interval '2 minutes' WHERE author_id = ${id}`,
    );
    expect(await listUnderWay()).toBe(1);
    await secondConnection.close();
    await database.close();
  },
);

it.runIf(postgres && isRunOfAllTests())(
  'a refresh of cadences does not wait for a transaction that refreshes one of them',
  async () => {
    const database = await postgres!.openFilled();
    const secondConnection = await openSecondConnection(database);
    const { queries } = database;
    const [first, second] = await queryRows<{ id: string }>(
      queries,
      sql`SELECT author_id AS id FROM author_cadences ORDER BY author_id`,
    );
    await queries.execute(sql`UPDATE author_cadences SET gap = 9, changes_at = now()`);
    const listGaps = async () => {
      const cadences = await listAuthorCadences(queries, ALL, {});
      return [first, second].map(
        (author) => cadences.find((row) => row.authorId === author!.id)!.gap,
      );
    };
    const addIdea = (transaction: Queries, authorId: string) =>
      transaction.execute(sql`
      INSERT INTO article_ideas (id, author_id, status, idea) VALUES (gen_random_uuid(), ${authorId}, 'generating', '{}')`);
    await secondConnection.queries.transaction(async (transaction) => {
      await transaction.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
      await addIdea(transaction, second!.id);
      const [firstGap, secondGap] = await listGaps();
      expect(firstGap).not.toBe(9);
      expect(secondGap).toBe(9);
      // If the refresh had waited for the second author's row while holding a lock on the first author's row, this
      // insertion would cause a deadlock.
      await addIdea(transaction, first!.id);
    });
    expect(await listGaps()).not.toContain(9);
    await secondConnection.close();
    await database.close();
  },
);
