import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { countSecondsUntilNextUtcDay } from '#domain/utc-day.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { TrackedContentReader } from '#server/pages/tracked-content-reader.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';
import { recordReading } from '#server/readers/reading/repository.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { listEarlierPicks, listEarlierVisitorPicks } from './repository.ts';
import { dailyFives, visitorDailyFives } from './schema.ts';
import { getDailyFive, getVisitorDailyFive } from './service.ts';

const TODAY = new Date('2026-11-29T12:00:00Z');
const TOMORROW = new Date('2026-11-30T00:00:01Z');

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('the daily five of a reader, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;
  let library: ArticleMeta[];
  let ada: TestReader;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    ({ library } = test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const { queries } = test.database;
    await emptyTables(queries, 'users');
    await queries.update(articles).set({ status: 'published' });
    ada = await signInTestReader(test.database, 'ada');
  });

  const five = (now = TODAY, { user } = ada) => getDailyFive(test.database.queries, user, now);
  const idsOf = (found: Awaited<ReturnType<typeof five>>) => found.map(({ article }) => article.id);

  it('stay the same until midnight, then change', async () => {
    const today = await five();
    expect(new Set(idsOf(today)).size).toBe(5);
    expect(await five(new Date('2026-11-29T23:59:59Z'))).toEqual(today);
    const tomorrow = idsOf(await five(TOMORROW));
    expect(tomorrow).toHaveLength(5);
    expect(tomorrow.some((id) => idsOf(today).includes(id))).toBe(false);
  });

  it.runIf(name === 'PostgreSQL')('are the same for two requests at once', async () => {
    const other = await openSecondConnection(test.database);
    const [here, there] = await Promise.all([
      five(),
      getDailyFive(other.queries, { ...ada.user, topics: ['nsm', 'haw', 'aac'] }, TODAY),
    ]);
    await other.close();
    expect(idsOf(there)).toEqual(idsOf(here));
    expect(await test.database.queries.$count(dailyFives)).toBe(1);
  });

  it('mark the articles that the reader has finished, and offer no article that was read before', async () => {
    const { queries } = test.database;
    const [first, second] = await five();
    await recordReading(queries, ada.user, first!.article.id, { section: 'end', readAgo: 0 });
    await recordReading(queries, ada.user, second!.article.id, { section: 'point-2', readAgo: 0 });
    expect((await five()).map(({ isFinished }) => isFinished)).toEqual([
      true,
      ...Array<boolean>(4).fill(false),
    ]);
    const isRead = (id: string) => [first, second].some((each) => each!.article.id === id);
    const others = library.map(({ id }) => id).filter((id) => !isRead(id));
    const unread = others.splice(0, 3);
    for (const id of others)
      await recordReading(queries, ada.user, id, { section: 'end', readAgo: 0 });
    await queries.delete(dailyFives);
    expect(idsOf(await five()).toSorted()).toEqual(unread.toSorted());
  });

  it('include a followed author and a chosen topic', async () => {
    const { queries } = test.database;
    const call = createApiCaller(test, ada);
    const [own, ...others] = library as [ArticleMeta, ...ArticleMeta[]];
    await call('PUT', `/authors/${own.authorAlias}/follow`);
    const topic = others.find(({ category }) => category !== own.category)!.category;
    await updatePreferences(queries, ada.user, { topics: [topic] });
    ada.user.topics = [topic];
    const found = await five();
    const by = (reason: string) => found.find((each) => each.reason === reason)?.article;
    expect(by('followed')!.authorAlias).toBe(own.authorAlias);
    expect(by('topic')!.category).toBe(topic);
  });

  it('include an article of a category in which the reader finishes articles', async () => {
    const { queries } = test.database;
    const byCategory = Map.groupBy(library, ({ category }) => category);
    const [category, [finished]] = [...byCategory].find(([, { length }]) => length > 1)!;
    await recordReading(queries, ada.user, finished!.id, { section: 'end', readAgo: 0 });
    const familiar = (await five()).find(({ reason }) => reason === 'familiar')?.article;
    expect(familiar?.category).toBe(category);
    expect(familiar?.id).not.toBe(finished!.id);
  });

  it.runIf(name === 'PostgreSQL')('are shown while the database only allows reading', async () => {
    const { queries } = test.database;
    const found = await queries.transaction(async (transaction) => {
      await transaction.execute(sql`SET TRANSACTION READ ONLY`);
      return getDailyFive(transaction, ada.user, TODAY);
    });
    expect(found).toHaveLength(5);
    expect(await queries.$count(dailyFives)).toBe(0);
    expect(idsOf(await five())).toEqual(idsOf(found));
  });

  it('leave out an article that was withdrawn during the day', async () => {
    const { queries } = test.database;
    const [first, ...rest] = idsOf(await five());
    await queries
      .update(articles)
      .set({ status: 'archived' })
      .where(inArray(articles.id, [first!]));
    expect(idsOf(await five())).toEqual(rest);
  });

  it('are stored for sixty days', async () => {
    const { queries } = test.database;
    await queries.insert(dailyFives).values([
      { userId: ada.user.id, day: '2026-09-29', picks: [] },
      { userId: ada.user.id, day: '2026-09-30', picks: [] },
    ]);
    await five();
    const rows = await queries
      .select({ day: dailyFives.day })
      .from(dailyFives)
      .where(eq(dailyFives.userId, ada.user.id));
    expect(rows.map(({ day }) => day).toSorted()).toEqual(['2026-09-30', '2026-11-29']);
  });

  it('are not stored for an account that was just deleted', async () => {
    const { queries } = test.database;
    await queries.execute(sql`UPDATE users SET deleted_at = now()`);
    await expect(five()).rejects.toThrow('Sign in first.');
    expect(await queries.$count(dailyFives)).toBe(0);
  });
});

describe.each(databases)('the daily five of visitors, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.database.queries.delete(visitorDailyFives);
    await test.database.queries.update(articles).set({ status: 'published' });
  });

  const idsOf = (found: readonly ArticleMeta[]) => found.map(({ id }) => id);
  const five = async (now = TODAY) => idsOf(await getVisitorDailyFive(test.database.queries, now));
  const withdraw = (...ids: string[]) =>
    test.database.queries
      .update(articles)
      .set({ status: 'archived' })
      .where(inArray(articles.id, ids));

  it('stay the same until midnight, then change', async () => {
    const today = await five();
    expect(new Set(today).size).toBe(5);
    expect(await five(new Date('2026-11-29T23:59:59Z'))).toEqual(today);
    const tomorrow = await five(TOMORROW);
    expect(tomorrow).toHaveLength(5);
    expect(tomorrow.some((id) => today.includes(id))).toBe(false);
  });

  it('are those of the landing page, which is valid until midnight at most', async () => {
    const { body } = await test.app.inject('/page-payload/');
    expect(idsOf(JSON.parse(body).props.dailyFive)).toEqual(await five(new Date()));
    const content = new TrackedContentReader(test.database.queries, async () => ({}));
    const untilMidnight = countSecondsUntilNextUtcDay(new Date());
    await content.getDailyFive();
    expect(content.maxAge).toBeLessThanOrEqual(untilMidnight);
  });

  it.runIf(name === 'PostgreSQL')('are the same for two requests at once', async () => {
    const other = await openSecondConnection(test.database);
    const [here, there] = await Promise.all([five(), getVisitorDailyFive(other.queries, TODAY)]);
    await other.close();
    expect(idsOf(there)).toEqual(here);
    expect(await test.database.queries.$count(visitorDailyFives)).toBe(1);
  });

  it.runIf(name === 'PostgreSQL')('are shown while the database only allows reading', async () => {
    const { queries } = test.database;
    const found = await queries.transaction(async (transaction) => {
      await transaction.execute(sql`SET TRANSACTION READ ONLY`);
      return idsOf(await getVisitorDailyFive(transaction, TODAY));
    });
    expect(found).toHaveLength(5);
    expect(await queries.$count(visitorDailyFives)).toBe(0);
    expect(await five()).toEqual(found);
  });

  it('leave out an article that was withdrawn during the day', async () => {
    const [first, ...rest] = await five();
    await withdraw(first!);
    expect(await five()).toEqual(rest);
  });

  it('follow the picks of the sixty days before, not of earlier ones', async () => {
    const { queries } = test.database;
    const days = {
      long: '2026-09-29',
      first: '2026-09-30',
      last: '2026-11-28',
      today: '2026-11-29',
    };
    const pickOn = (day: string) =>
      ({ articleId: day, category: 'nsm', reason: 'popular' }) as const;
    const rows = Object.values(days).map((day) => ({ day, picks: [pickOn(day)] }));
    await queries.insert(visitorDailyFives).values(rows);
    const { user } = await signInTestReader(test.database, 'ada');
    await queries.insert(dailyFives).values(rows.map((row) => ({ ...row, userId: user.id })));
    const expected = [pickOn(days.last), pickOn(days.first)];
    expect(await listEarlierVisitorPicks(queries, days.today)).toEqual(expected);
    expect(await listEarlierPicks(queries, user, days.today)).toEqual(expected);
  });

  it('grow with the library while it has fewer than five articles', async () => {
    const { queries } = test.database;
    const [first, second, third, ...others] = idsOf(test.library);
    await withdraw(...others);
    expect((await five()).toSorted()).toEqual([first, second, third].toSorted());
    await queries.update(articles).set({ status: 'published' });
    expect(await five()).toHaveLength(5);
  });
});
