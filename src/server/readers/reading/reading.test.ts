import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleIdentity, ArticleMeta } from '#domain/article.ts';
import type { ReadingSection } from '#domain/reading.ts';
import type { ReadingProgressUpdate } from '#domain/reading-schema.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { lockAccount, updatePreferences } from '#server/readers/accounts/repository.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { storeListeningPosition } from '#server/readers/listening/positions/repository.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { recordReadingProgress } from './repository.ts';
import { readings } from './schema.ts';
import {
  type ArticlesWithReadings,
  listUnfinishedArticles,
  sumReadingMinutesOfLastTwoWeeks,
} from './service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('the reading history, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;
  let library: ArticleMeta[];
  let ada: TestReader;
  let call: ReturnType<typeof createApiCaller>;

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
    call = createApiCaller(test, ada);
  });

  const getUrl = ({ authorAlias, id }: ArticleIdentity) => `/articles/${authorAlias}/${id}/reading`;
  const reportReading = async (
    article: ArticleIdentity,
    update: Partial<ReadingProgressUpdate>,
    callAs = call,
  ) => (await callAs('PUT', getUrl(article), update)).statusCode;
  const fetchHistory = async (
    query = '',
    callAs = call,
  ): Promise<ArticlesWithReadings & { nextToken: string }> =>
    (await callAs('GET', `/history${query}`)).json().data;
  const getIds = ({ metas }: ArticlesWithReadings) => metas.map(({ id }) => id);
  const saveListening = async (article: ArticleIdentity, anchor: string, heardAgo: number) => {
    const position = { anchor, start: 0, seconds: 75.5, heardAgo };
    await storeListeningPosition(test.database.queries, ada.user, article.id, position);
  };
  const listUnfinished = async (limit = 5) =>
    (await listUnfinishedArticles(test.database.queries, ada.user, limit)).map(
      ({ article, section, heardSeconds }) => [article.id, section, heardSeconds],
    );
  const withdraw = (withdrawn: readonly ArticleIdentity[]) => {
    const ids = withdrawn.map(({ id }) => id);
    const { queries } = test.database;
    return queries.update(articles).set({ status: 'archived' }).where(inArray(articles.id, ids));
  };

  it('is empty at first', async () => {
    expect(await fetchHistory()).toEqual({ metas: [], authors: {}, readings: {}, nextToken: null });
  });

  it('lists articles page by page, last read first, with the part that was reached last', async () => {
    const firstThree = library.slice(0, 3);
    for (const article of [...firstThree, firstThree[0]!])
      expect(await reportReading(article, { section: 'point-2' })).toBe(204);
    const first = await fetchHistory('?limit=2');
    expect(getIds(first)).toEqual([firstThree[0]!.id, firstThree[2]!.id]);
    expect(first.authors).toHaveProperty(firstThree[0]!.authorAlias);
    expect(first.readings[firstThree[0]!.id]).toEqual({
      section: 'point-2',
      readAt: expect.any(String),
      isFinished: false,
    });
    const second = await fetchHistory(`?limit=2&nextToken=${first.nextToken}`);
    expect(getIds(second)).toEqual([firstThree[1]!.id]);
    expect(second.nextToken).toBeNull();
  });

  it('keeps the part that was reached last, in any order of reports', async () => {
    const [article] = library as [ArticleMeta];
    const fetchReading = async () => (await fetchHistory()).readings[article.id];
    await reportReading(article, { section: 'point-3', readAgo: MINUTE });
    await reportReading(article, { section: 'point-1', readAgo: 2 * MINUTE });
    expect(await fetchReading()).toMatchObject({ section: 'point-3', isFinished: false });
    expect(Date.now() - Date.parse((await fetchReading())!.readAt)).toBeGreaterThan(MINUTE / 2);
    await reportReading(article, { section: 'point-2' });
    expect(await fetchReading()).toMatchObject({ section: 'point-2' });
  });

  it('remembers that an article was finished, also if this is reported late or the article is started again', async () => {
    const [early, late] = library as [ArticleMeta, ArticleMeta];
    await reportReading(early, { section: 'end', readAgo: 2 * MINUTE });
    await reportReading(early, { section: 'point-1' });
    await reportReading(late, { section: 'point-1' });
    await reportReading(late, { section: 'end', readAgo: 2 * MINUTE });
    const { readings } = await fetchHistory();
    for (const { id } of [early, late])
      expect(readings[id]).toMatchObject({ section: 'point-1', isFinished: true });
    expect((await call('GET', '/history/ids')).json().data.ids).toEqual([late.id, early.id]);
    expect(await listUnfinished()).toEqual([]);
  });

  it('has one record per article after concurrent reports', async () => {
    const [article] = library as [ArticleMeta];
    const sections = ['point-1', 'point-2', 'point-3', 'end'] as const;
    const statuses = await Promise.all(
      [...sections, ...sections].map((section, at) =>
        reportReading(article, { section, readAgo: section === 'end' ? 0 : (at + 1) * MINUTE }),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await test.database.queries.$count(readings)).toBe(1);
    expect((await fetchHistory()).readings[article.id]).toMatchObject({
      section: 'end',
      isFinished: true,
    });
  });

  it('lists unfinished articles, last read first', async () => {
    const [first, second, third] = library as [ArticleMeta, ArticleMeta, ArticleMeta];
    await reportReading(first, { section: 'point-1' });
    await reportReading(second, { section: 'end' });
    await reportReading(third, { section: 'point-3' });
    expect(await listUnfinished()).toEqual([
      [third.id, 'point-3', null],
      [first.id, 'point-1', null],
    ]);
    expect(await listUnfinished(1)).toHaveLength(1);
  });

  describe('an unfinished narration', () => {
    beforeEach(async () => {
      await test.database.queries
        .update(users)
        .set({ tier: 'premium', subscriptionStatus: 'active' });
      ada = await signInTestReader(test.database, 'ada');
    });

    it('is continued if it was left after the text', async () => {
      const [first, second] = library as [ArticleMeta, ArticleMeta];
      await reportReading(first, { section: 'point-1', readAgo: 2 * MINUTE });
      await saveListening(first, 'keyPoints.2.takeaway', MINUTE);
      await reportReading(second, { section: 'point-2' });
      await saveListening(second, 'keyPoints.0.title', MINUTE);
      expect(await listUnfinished()).toEqual([
        [second.id, 'point-2', null],
        [first.id, 'point-3', 75.5],
      ]);
    });

    it('is continued if the page has scrolled to its sentence after a seek, and the reader paused at once', async () => {
      const [same, next, far, late] = library as ArticleMeta[];
      const report = async (
        article: ArticleMeta,
        heard: [string, number],
        reached: [ReadingSection, number],
      ) => {
        await saveListening(article, ...heard);
        await reportReading(article, { section: reached[0], readAgo: reached[1] });
      };
      await report(late!, ['keyPoints.1.title', 10 * MINUTE], ['point-2', 9 * MINUTE]);
      await report(far!, ['keyPoints.0.title', 6 * MINUTE], ['point-3', 6 * MINUTE - 1000]);
      await report(next!, ['title', 4 * MINUTE], ['point-1', 4 * MINUTE - 1000]);
      await report(same!, ['keyPoints.1.title', 2 * MINUTE], ['point-2', 2 * MINUTE - 1000]);
      const expected = [
        [same!.id, 'point-2', 75.5],
        [next!.id, null, 75.5],
        // In the article `far`, the reader moved on to a distant part of the text. In the article `late`, the reader
        // returned to the text a minute after listening.
        [far!.id, 'point-3', null],
        [late!.id, 'point-2', null],
      ];
      for (const limit of [1, 2, 3, 4, 5])
        expect(await listUnfinished(limit)).toEqual(expected.slice(0, limit));
    });

    it('is listed with the texts, last left first, up to the limit', async () => {
      const [first, second, third, fourth] = library as ArticleMeta[];
      await saveListening(first!, 'title', 4 * MINUTE);
      await reportReading(second!, { section: 'point-1', readAgo: 3 * MINUTE });
      await saveListening(third!, 'conclusion.0', 2 * MINUTE);
      await reportReading(fourth!, { section: 'point-3', readAgo: MINUTE });
      const expected = [
        [fourth!.id, 'point-3', null],
        [third!.id, 'point-3', 75.5],
        [second!.id, 'point-1', null],
        [first!.id, null, 75.5],
      ];
      for (const limit of [1, 2, 3, 4, 5])
        expect(await listUnfinished(limit)).toEqual(expected.slice(0, limit));
    });

    it('is omitted once the text was finished, unless it is played again', async () => {
      const [article] = library as [ArticleMeta];
      await saveListening(article, 'keyPoints.0.title', 2 * MINUTE);
      await reportReading(article, { section: 'end', readAgo: MINUTE });
      expect(await listUnfinished()).toEqual([]);
      await saveListening(article, 'keyPoints.1.title', 0);
      expect(await listUnfinished()).toEqual([[article.id, 'point-2', 75.5]]);
    });

    it('is omitted if the article was withdrawn or has no audio any more', async () => {
      const [first, second, third] = library as [ArticleMeta, ArticleMeta, ArticleMeta];
      for (const article of [first, second, third]) await saveListening(article, 'title', 0);
      await withdraw([first]);
      await test.database.queries
        .update(articles)
        .set({ hasAudio: false })
        .where(eq(articles.id, second.id));
      expect(await listUnfinished()).toEqual([[third.id, null, 75.5]]);
      await test.database.queries.update(articles).set({ hasAudio: true });
    });

    it('is omitted for readers without Premium, who continue the text', async () => {
      const [first, second] = library as [ArticleMeta, ArticleMeta];
      await reportReading(first, { section: 'point-1', readAgo: MINUTE });
      for (const article of [first, second]) await saveListening(article, 'keyPoints.2.title', 0);
      await test.database.queries.update(users).set({ tier: 'free' });
      ada = await signInTestReader(test.database, 'ada');
      expect(await listUnfinished()).toEqual([[first.id, 'point-1', null]]);
    });
  });

  it('adds up the minutes of the articles finished in the last two weeks', async () => {
    const { queries } = test.database;
    const [lastWeek, weekBefore, longAgo, started] = library as ArticleMeta[];
    await reportReading(lastWeek!, { section: 'end' });
    await reportReading(weekBefore!, { section: 'end', readAgo: 8 * DAY });
    await reportReading(longAgo!, { section: 'end', readAgo: 15 * DAY });
    await reportReading(started!, { section: 'point-3' });
    expect(await sumReadingMinutesOfLastTwoWeeks(queries, ada.user)).toEqual({
      lastWeek: lastWeek!.readingMinutes,
      weekBefore: weekBefore!.readingMinutes,
    });
  });

  it('is private to the reader, who can remove one article or all', async () => {
    const [first, second, third] = library as [ArticleMeta, ArticleMeta, ArticleMeta];
    const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
    for (const article of [first, second, third]) await reportReading(article, { section: 'end' });
    await reportReading(first, { section: 'point-1' }, callAsEve);
    expect((await call('DELETE', getUrl(first))).statusCode).toBe(204);
    expect((await call('DELETE', getUrl(first))).statusCode).toBe(204);
    expect(getIds(await fetchHistory())).toEqual([third.id, second.id]);
    expect((await call('DELETE', '/history')).statusCode).toBe(204);
    expect(getIds(await fetchHistory())).toEqual([]);
    expect(getIds(await fetchHistory('', callAsEve))).toEqual([first.id]);
  });

  it('omits withdrawn articles, which can be removed but not read', async () => {
    const [first, second] = library as [ArticleMeta, ArticleMeta];
    for (const article of [first, second]) await reportReading(article, { section: 'point-1' });
    await withdraw([first]);
    expect(getIds(await fetchHistory())).toEqual([second.id]);
    expect(await reportReading(first, { section: 'end' })).toBe(404);
    expect((await call('DELETE', getUrl(first))).statusCode).toBe(204);
    expect(await test.database.queries.$count(readings)).toBe(1);
  });

  it('is not stored for an account that was just deleted', async () => {
    const { queries } = test.database;
    await queries.execute(sql`UPDATE users SET deleted_at = now()`);
    const update = { section: 'end', readAgo: 0 } as const;
    await expect(recordReadingProgress(queries, ada.user, library[0]!.id, update)).rejects.toThrow(
      'Sign in first.',
    );
    expect(await queries.$count(readings)).toBe(0);
  });

  it('records nothing while it is switched off, and keeps what it has', async () => {
    const [first, second] = library as [ArticleMeta, ArticleMeta];
    const fetchPreference = async () => (await call('GET', '/user/history')).json().data;
    const setKeepsHistory = async (keepsHistory: boolean) =>
      (await call('PUT', '/user/history', { keepsHistory })).statusCode;
    expect(await fetchPreference()).toEqual({ keepsHistory: true });
    await reportReading(first, { section: 'point-1' });
    expect(await setKeepsHistory(false)).toBe(204);
    expect(await fetchPreference()).toEqual({ keepsHistory: false });
    for (const article of [first, second])
      expect(await reportReading(article, { section: 'end' })).toBe(204);
    const { metas, readings } = await fetchHistory();
    expect(metas.map(({ id }) => id)).toEqual([first.id]);
    expect(readings[first.id]).toMatchObject({ section: 'point-1', isFinished: false });
    expect(await setKeepsHistory(true)).toBe(204);
    expect(await reportReading(second, { section: 'end' })).toBe(204);
    expect(getIds(await fetchHistory())).toEqual([second.id, first.id]);
  });

  it.runIf(name === 'PostgreSQL')(
    'records no report that was waiting when it was switched off',
    async () => {
      const { queries } = test.database;
      const [switching, reporting] = await Promise.all([
        openSecondConnection(test.database),
        openSecondConnection(test.database),
      ]);
      const waitForBlockedQueries = async (count: number) => {
        const query = sql`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await vi.waitFor(async () =>
          expect((await queryRows(queries, query))[0]).toEqual({ count }),
        );
      };
      let switched!: Promise<void>;
      let reported!: Promise<void>;
      await queries.transaction(async (transaction) => {
        await lockAccount(transaction, ada.user.id);
        switched = updatePreferences(switching.queries, ada.user, { keepsHistory: false });
        await waitForBlockedQueries(1);
        // In `ada.user`, the reading history is still turned on, as in an account that a request loaded before the
        // change.
        reported = recordReadingProgress(reporting.queries, ada.user, library[0]!.id, {
          section: 'end',
          readAgo: 0,
        });
        await waitForBlockedQueries(2);
      });
      await Promise.all([switched, reported]);
      await Promise.all([switching.close(), reporting.close()]);
      expect(await queries.$count(readings)).toBe(0);
    },
  );

  it.each([{}, { keepsHistory: 'no' }, { keepsHistory: null }])(
    'rejects the preference %j',
    async (body) => {
      const response = await call('PUT', '/user/history', body);
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        expect.stringContaining('keepsHistory: must be true or false.'),
      ]);
    },
  );

  it.each([
    [{}, 'section: must be one of point-1, point-2, point-3, end.'],
    [{ section: 'point-4' }, 'section: must be one of'],
    [{ section: 'end', readAgo: -1 }, 'readAgo: must not be negative.'],
    [{ section: 'end', readAgo: 1e12 }, 'readAgo: must be at most'],
    [{ section: 'end', readAt: '2030-01-01T00:00:00.000Z' }, 'readAt'],
    [['end'], ''],
  ])('rejects %j', async (body, sentence) => {
    const response = await call('PUT', getUrl(library[0]!), body);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      expect.stringContaining(sentence),
    ]);
  });
});
