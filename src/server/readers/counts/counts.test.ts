import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { COUNTED_EVENT_KINDS } from '#domain/counts.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { createJobsWithoutFiles } from '#server/jobs.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { deleteDataPastRetention } from '#server/retention.ts';
import { createPostRequest, createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { countReceipts, dailyArticleCounts } from './schema.ts';
import { applyPendingCounts } from './service.ts';
import { tallyBatchOfChanges } from './tally.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const { signal } = new AbortController();

describe.each(databases)('article counts, on $name', ({ openFilled }) => {
  let database: Database;
  let test: TestApp;
  let otherApp: TestApp;
  let article: ArticleMeta;
  let otherArticle: ArticleMeta;

  beforeAll(async () => {
    database = await openFilled();
    const [first, second] = (await listPublishedArticles(database.queries, {}, 2)).metas;
    article = first!;
    otherArticle = second!;
    // Two applications share one database, as two processes do in production.
    const sharedDatabase = { ...database, close: async () => {} };
    test = await createTestApp(sharedDatabase);
    otherApp = await createTestApp(sharedDatabase);
  });
  afterAll(async () => {
    await test.close();
    await otherApp.close();
    await database.close();
  });
  beforeEach(async () => {
    await emptyTables(database.queries, 'article_counts', 'count_receipts');
  });
  afterEach(() => vi.useRealTimers());

  interface CountChanges {
    article?: { authorAlias: string; id: string };
    kind?: string;
    visit?: string;
    headers?: Record<string, string>;
    app?: TestApp;
  }
  /**
   * Sends a report to `POST /counts` as a page does. By default, reports that the first article was read in a new
   * visit.
   */
  function send({ headers, app = test, ...changes }: CountChanges = {}) {
    const { authorAlias, id } = article;
    const count = { article: { authorAlias, id }, kind: 'read', visit: crypto.randomUUID() };
    const call = createPostRequest('/api/v1/counts', { ...count, ...changes });
    const clientHeaders = { 'user-agent': PHONE, ...headers };
    return app.app.inject({ ...call, headers: { ...call.headers, ...clientHeaders } });
  }
  const listReceipts = () => database.queries.select().from(countReceipts);
  /** Adds all stored receipts, which are records of visits, to the counts. Returns the daily counts of all articles. */
  async function tallyAndListCounts() {
    await applyPendingCounts(database.queries, signal);
    return database.queries.select().from(dailyArticleCounts);
  }
  const travelTo = (moment: string) =>
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });

  it('count visits by article, day and kind', async () => {
    travelTo('2026-03-01T12:00:00Z');
    for (const kind of COUNTED_EVENT_KINDS) expect((await send({ kind })).statusCode).toBe(204);
    await send();
    await send({ article: { authorAlias: otherArticle.authorAlias, id: otherArticle.id } });
    const rows = await tallyAndListCounts();
    const articleRows = rows.filter(({ articleId }) => articleId === article.id);
    expect(Object.fromEntries(articleRows.map(({ kind, count }) => [kind, count]))).toEqual({
      ...Object.fromEntries(COUNTED_EVENT_KINDS.map((kind) => [kind, 1])),
      read: 2,
    });
    expect(rows.filter(({ articleId }) => articleId === otherArticle.id)).toEqual([
      { articleId: otherArticle.id, day: '2026-03-01', kind: 'read', count: 1 },
    ]);
  });

  it('counts a visit once if it is sent many times to two processes', async () => {
    const visit = crypto.randomUUID();
    const sent = Array.from({ length: 20 }, (_, at) =>
      send({ visit, app: at % 2 ? test : otherApp }),
    );
    expect(new Set((await Promise.all(sent)).map(({ statusCode }) => statusCode))).toEqual(
      new Set([204]),
    );
    expect(await tallyAndListCounts()).toMatchObject([{ kind: 'read', count: 1 }]);
    await send({ visit });
    expect(await tallyAndListCounts()).toMatchObject([{ kind: 'read', count: 1 }]);
  });

  it('tallies each receipt once among competing processes', async () => {
    for (let visits = 0; visits < 12; visits++) await send();
    const tallied = await Promise.all(
      Array.from({ length: 4 }, () => tallyBatchOfChanges(database.queries, 5)),
    );
    const remaining = await applyPendingCounts(database.queries, signal);
    expect(tallied.reduce((sum, each) => sum + each, remaining)).toBe(12);
    expect(await tallyAndListCounts()).toMatchObject([{ count: 12 }]);
    expect(await applyPendingCounts(database.queries, signal)).toBe(0);
  });

  it('adds to existing counts of a day', async () => {
    await send();
    expect(await tallyAndListCounts()).toMatchObject([{ count: 1 }]);
    await send();
    expect(await tallyAndListCounts()).toMatchObject([{ count: 2 }]);
  });

  it('provides a job that tallies', async () => {
    await send();
    const job = createJobsWithoutFiles(database, readConfig({})).find(
      ({ id }) => id === 'counts-tally',
    )!;
    expect(await job.work({}, signal)).toEqual({ tallied: 1 });
  });

  it('starts a new day at midnight UTC', async () => {
    travelTo('2026-02-28T23:59:59.999Z');
    await send();
    travelTo('2026-03-01T00:00:00.000Z');
    await send();
    const days = (await tallyAndListCounts()).map(({ day }) => day);
    expect(days.toSorted()).toEqual(['2026-02-28', '2026-03-01']);
  });

  it('stores nothing about the reader', async () => {
    const { cookies } = await signInTestReader(database, 'ada');
    const session = `session=${cookies.session}`;
    const visit = crypto.randomUUID();
    await send({ visit, headers: { cookie: session } });
    const day = new Date().toISOString().slice(0, 10);
    expect(await listReceipts()).toEqual([
      { visit, kind: 'read', articleId: article.id, day, isTallied: false },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['asks not to be tracked', { dnt: '1' }],
    ['sends Global Privacy Control', { 'sec-gpc': '1' }],
    ['is a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['is not a browser', { 'user-agent': 'curl/8.5.0' }],
    ['has an empty user agent', { 'user-agent': '' }],
    ['is a browser run by a program', { 'user-agent': `${PHONE} HeadlessChrome/150.0.0.0` }],
  ])('stores nothing about a client that %s', async (_, headers) => {
    const { statusCode, body } = await send({ headers });
    expect([statusCode, body]).toEqual([204, '']);
    expect(await listReceipts()).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['allows tracking', { dnt: '0' }],
    ['turns off Global Privacy Control', { 'sec-gpc': '0' }],
  ])('counts a client that %s', async (_, headers) => {
    await send({ headers });
    expect(await listReceipts()).toHaveLength(1);
  });

  it('rejects counts from other sites', async () => {
    const response = await send({ headers: { 'sec-fetch-site': 'cross-site' } });
    expect(response.statusCode).toBe(403);
    expect(await listReceipts()).toEqual([]);
  });

  it.each<[string, number, () => CountChanges]>([
    ['an unknown article', 404, () => ({ article: { ...article, id: crypto.randomUUID() } })],
    [
      'an article of another author',
      404,
      () => ({ article: { ...article, authorAlias: 'Nobody' } }),
    ],
    ['an invalid id', 400, () => ({ article: { ...article, id: 'x' } })],
    ['an unknown kind', 400, () => ({ kind: 'like' })],
    ['a visit that is not a random number', 400, () => ({ visit: 'ada@example.org' })],
    [
      'a visit that contains the time',
      400,
      () => ({ visit: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01' }),
    ],
  ])('rejects %s', async (_, status, changes) => {
    const { article: requested, ...otherChanges } = changes();
    const identity = requested && {
      article: { authorAlias: requested.authorAlias, id: requested.id },
    };
    expect((await send({ ...otherChanges, ...identity })).statusCode).toBe(status);
    expect(await listReceipts()).toEqual([]);
  });

  it('rejects counts of withdrawn articles', async () => {
    const setStatus = (status: 'archived' | 'published') =>
      database.queries.update(articles).set({ status }).where(sql`id = ${article.id}`);
    await setStatus('archived');
    expect((await send()).statusCode).toBe(404);
    await setStatus('published');
    expect((await send()).statusCode).toBe(204);
  });

  it('is rate-limited by IP address', async () => {
    const limited = await createTestApp(
      { ...database, close: async () => {} },
      {},
      undefined,
      undefined,
      {
        limits: { articleReadReport: 3 },
      },
    );
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent++) statuses.push((await send({ app: limited })).statusCode);
    await limited.close();
    expect(statuses).toEqual([204, 204, 204, 429]);
  });

  it('deletes tallied receipts after two days and keeps the counts', async () => {
    travelTo('2026-03-01T23:00:00Z');
    await send();
    travelTo('2026-03-03T23:00:00Z');
    const applyRetention = () => deleteDataPastRetention(database.queries, 30, signal);
    await tallyAndListCounts();
    expect(await applyRetention()).toMatchObject({ countReceipts: 0 });
    await send({ article: { authorAlias: otherArticle.authorAlias, id: otherArticle.id } });
    travelTo('2026-03-09T03:17:00Z');
    expect(await applyRetention()).toMatchObject({ countReceipts: 1 });
    expect(await listReceipts()).toMatchObject([{ day: '2026-03-03', isTallied: false }]);
    expect(await tallyAndListCounts()).toHaveLength(2);
    expect(await applyRetention()).toMatchObject({ countReceipts: 1 });
    expect(await tallyAndListCounts()).toHaveLength(2);
  });
});
