import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { calculateSecondsUntilNextUtcDay } from '#domain/utc-day.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { TrackedContentReader } from '#server/pages/tracked-content-reader.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';
import { recordReadingProgress } from '#server/readers/reading/repository.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { listEarlierPicks, listEarlierVisitorPicks, oldDailyFivesRemover } from './repository.ts';
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

  const loadDailyFive = (now = TODAY, { user } = ada) =>
    getDailyFive(test.database.queries, user, now);
  const getArticleIds = (picks: Awaited<ReturnType<typeof loadDailyFive>>) =>
    picks.map(({ article }) => article.id);

  it('stay the same until midnight, then change', async () => {
    const today = await loadDailyFive();
    expect(new Set(getArticleIds(today)).size).toBe(5);
    expect(await loadDailyFive(new Date('2026-11-29T23:59:59Z'))).toEqual(today);
    const tomorrow = getArticleIds(await loadDailyFive(TOMORROW));
    expect(tomorrow).toHaveLength(5);
    expect(tomorrow.some((id) => getArticleIds(today).includes(id))).toBe(false);
  });

  it.runIf(name === 'PostgreSQL')('are the same for two requests at once', async () => {
    const otherDatabase = await openSecondConnection(test.database);
    const [firstPicks, secondPicks] = await Promise.all([
      loadDailyFive(),
      getDailyFive(otherDatabase.queries, { ...ada.user, topics: ['nsm', 'haw', 'aac'] }, TODAY),
    ]);
    await otherDatabase.close();
    expect(getArticleIds(secondPicks)).toEqual(getArticleIds(firstPicks));
    expect(await test.database.queries.$count(dailyFives)).toBe(1);
  });

  it('mark the articles that the reader has finished, and offer no article that was read before', async () => {
    const { queries } = test.database;
    const [first, second] = await loadDailyFive();
    await recordReadingProgress(queries, ada.user, first!.article.id, {
      section: 'end',
      readAgo: 0,
    });
    await recordReadingProgress(queries, ada.user, second!.article.id, {
      section: 'point-2',
      readAgo: 0,
    });
    expect((await loadDailyFive()).map(({ isFinished }) => isFinished)).toEqual([
      true,
      ...Array<boolean>(4).fill(false),
    ]);
    const isRead = (id: string) => [first, second].some((each) => each!.article.id === id);
    const otherIds = library.map(({ id }) => id).filter((id) => !isRead(id));
    const unread = otherIds.splice(0, 3);
    for (const id of otherIds)
      await recordReadingProgress(queries, ada.user, id, { section: 'end', readAgo: 0 });
    await queries.delete(dailyFives);
    expect(getArticleIds(await loadDailyFive()).toSorted()).toEqual(unread.toSorted());
  });

  it('include a followed author and a chosen topic', async () => {
    const { queries } = test.database;
    const call = createApiCaller(test, ada);
    const [followedArticle, ...others] = library as [ArticleMeta, ...ArticleMeta[]];
    await call('PUT', `/authors/${followedArticle.authorAlias}/follow`);
    const topic = others.find(({ category }) => category !== followedArticle.category)!.category;
    await updatePreferences(queries, ada.user, { topics: [topic] });
    ada.user.topics = [topic];
    const picks = await loadDailyFive();
    const findByReason = (reason: string) => picks.find((each) => each.reason === reason)?.article;
    expect(findByReason('followed')!.authorAlias).toBe(followedArticle.authorAlias);
    expect(findByReason('topic')!.category).toBe(topic);
  });

  it('include an article of a category in which the reader finishes articles', async () => {
    const { queries } = test.database;
    const byCategory = Map.groupBy(library, ({ category }) => category);
    const [category, [finished]] = [...byCategory].find(([, { length }]) => length > 1)!;
    await recordReadingProgress(queries, ada.user, finished!.id, { section: 'end', readAgo: 0 });
    const familiar = (await loadDailyFive()).find(({ reason }) => reason === 'familiar')?.article;
    expect(familiar?.category).toBe(category);
    expect(familiar?.id).not.toBe(finished!.id);
  });

  it.runIf(name === 'PostgreSQL')('are shown while the database only allows reading', async () => {
    const { queries } = test.database;
    const picks = await queries.transaction(async (transaction) => {
      await transaction.execute(sql`SET TRANSACTION READ ONLY`);
      return getDailyFive(transaction, ada.user, TODAY);
    });
    expect(picks).toHaveLength(5);
    expect(await queries.$count(dailyFives)).toBe(0);
    expect(getArticleIds(await loadDailyFive())).toEqual(getArticleIds(picks));
  });

  it('leave out an article that was withdrawn during the day', async () => {
    const { queries } = test.database;
    const [first, ...rest] = getArticleIds(await loadDailyFive());
    await queries
      .update(articles)
      .set({ status: 'archived' })
      .where(inArray(articles.id, [first!]));
    expect(getArticleIds(await loadDailyFive())).toEqual(rest);
  });

  it('are stored for sixty days', async () => {
    const { queries } = test.database;
    await queries.insert(dailyFives).values([
      { userId: ada.user.id, day: '2026-09-29', picks: [] },
      { userId: ada.user.id, day: '2026-09-30', picks: [] },
    ]);
    expect(
      await oldDailyFivesRemover.removeBatch(queries, new Date('2026-11-29T12:00:00Z'), 10),
    ).toBe(1);
    const rows = await queries
      .select({ day: dailyFives.day })
      .from(dailyFives)
      .where(eq(dailyFives.userId, ada.user.id));
    expect(rows.map(({ day }) => day)).toEqual(['2026-09-30']);
  });

  it('are not stored for an account that was just deleted', async () => {
    const { queries } = test.database;
    await queries.execute(sql`UPDATE users SET deleted_at = now()`);
    await expect(loadDailyFive()).rejects.toThrow('Sign in first.');
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

  const getArticleIds = (metas: readonly ArticleMeta[]) => metas.map(({ id }) => id);
  const loadDailyFive = async (now = TODAY) =>
    getArticleIds(await getVisitorDailyFive(test.database.queries, now));
  const withdraw = (...ids: string[]) =>
    test.database.queries
      .update(articles)
      .set({ status: 'archived' })
      .where(inArray(articles.id, ids));

  it('stay the same until midnight, then change', async () => {
    const today = await loadDailyFive();
    expect(new Set(today).size).toBe(5);
    expect(await loadDailyFive(new Date('2026-11-29T23:59:59Z'))).toEqual(today);
    const tomorrow = await loadDailyFive(TOMORROW);
    expect(tomorrow).toHaveLength(5);
    expect(tomorrow.some((id) => today.includes(id))).toBe(false);
  });

  it('are those of the landing page, which is valid until midnight at most', async () => {
    const { body } = await test.app.inject('/page-payload/');
    expect(getArticleIds(JSON.parse(body).props.dailyFive)).toEqual(
      await loadDailyFive(new Date()),
    );
    const content = new TrackedContentReader(test.database.queries, async () => ({}));
    const untilMidnight = calculateSecondsUntilNextUtcDay(new Date());
    await content.getDailyFive();
    expect(content.maxAge).toBeLessThanOrEqual(untilMidnight);
  });

  it.runIf(name === 'PostgreSQL')('are the same for two requests at once', async () => {
    const otherDatabase = await openSecondConnection(test.database);
    const [firstPicks, secondPicks] = await Promise.all([
      loadDailyFive(),
      getVisitorDailyFive(otherDatabase.queries, TODAY),
    ]);
    await otherDatabase.close();
    expect(getArticleIds(secondPicks)).toEqual(firstPicks);
    expect(await test.database.queries.$count(visitorDailyFives)).toBe(1);
  });

  it.runIf(name === 'PostgreSQL')('are shown while the database only allows reading', async () => {
    const { queries } = test.database;
    const ids = await queries.transaction(async (transaction) => {
      await transaction.execute(sql`SET TRANSACTION READ ONLY`);
      return getArticleIds(await getVisitorDailyFive(transaction, TODAY));
    });
    expect(ids).toHaveLength(5);
    expect(await queries.$count(visitorDailyFives)).toBe(0);
    expect(await loadDailyFive()).toEqual(ids);
  });

  it('leave out an article that was withdrawn during the day', async () => {
    const [first, ...rest] = await loadDailyFive();
    await withdraw(first!);
    expect(await loadDailyFive()).toEqual(rest);
  });

  it('follow the picks of the sixty days before, not of earlier ones', async () => {
    const { queries } = test.database;
    const days = {
      tooOld: '2026-09-29',
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
    const [first, second, third, ...others] = getArticleIds(test.library);
    await withdraw(...others);
    expect((await loadDailyFive()).toSorted()).toEqual([first, second, third].toSorted());
    await queries.update(articles).set({ status: 'published' });
    expect(await loadDailyFive()).toHaveLength(5);
  });
});
