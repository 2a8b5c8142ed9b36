import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { ArticlesScreenProps, PageHead } from '#domain/page.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { articles, popularArticles } from '#server/catalogue/articles/schema.ts';
import { encodePageToken } from '#server/platform/db/page-token.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { rankAndStorePopularArticles } from './popular-articles.ts';
import { articleRangeCounts } from './schema.ts';
import { applyPendingCounts, rankPopularArticlesIfNeverRanked } from './service.ts';
import { lockCounts } from './tally.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** The JSON payload of the Explore page. */
interface ArticlesPage {
  head: PageHead;
  props: ArticlesScreenProps;
}

interface ArticleListPage {
  metas: ArticleMeta[];
  nextToken: string | null;
}

const MONDAY = '2026-03-02';
const TUESDAY = '2026-03-03';
const WEDNESDAY = '2026-03-04';

describe.each(databases)('popular articles, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  let library: ArticleMeta[];

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    ({ library } = test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    for (const table of [popularArticles, articleRangeCounts])
      await test.database.queries.delete(table);
    travelTo(MONDAY);
  });
  afterEach(() => vi.useRealTimers());

  const travelTo = (day: string) =>
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
  /** Ranks the popular articles of the current day, as the day's first update of the counts does. */
  const rankArticles = () =>
    test.database.queries.transaction(async (transaction) => {
      await lockCounts(transaction);
      await rankAndStorePopularArticles(transaction, toUtcDay(new Date()));
    });

  /** Stores an article's counts for the last four weeks, as the job that updates the counts does. */
  const insertCounts = ({ id }: ArticleMeta, counts: { read?: number; bookmarks?: number }) =>
    test.database.queries
      .insert(articleRangeCounts)
      .values({ range: 28, articleId: id, ...counts });

  // Each request asks for a different number of articles, because the response to an identical request would be cached.
  let limit = 10;
  const requestPopular = (query: string) =>
    test.app.inject(`/api/v1/articles?show=popular${query}`);
  const listPopular = async (query = ''): Promise<ArticleListPage> =>
    (await requestPopular(`&limit=${++limit}${query}`)).json().data;
  const getTitles = (metas: readonly ArticleMeta[]) => metas.map(({ title }) => title);

  it('are sorted by reads and bookmarks, and newest first among equals', async () => {
    const [a, b, c, d] = library.toReversed();
    await insertCounts(a!, { read: 9, bookmarks: 1 });
    await insertCounts(b!, { read: 18 });
    await insertCounts(c!, { bookmarks: 2 });
    await insertCounts(d!, { read: 20 });
    await rankArticles();
    const uncounted = library.slice(0, -4);
    const expected = [d!, c!, a!, b!, ...uncounted].slice(0, 12);
    expect(getTitles((await listPopular()).metas).slice(0, 11)).toEqual(
      getTitles(expected).slice(0, 11),
    );
  });

  it('are continued in the ranking in which their list began', async () => {
    const [newest] = library;
    await insertCounts(library.at(-1)!, { read: 5 });
    await rankArticles();
    const first: ArticleListPage = (await requestPopular('&limit=3')).json().data;
    travelTo(TUESDAY);
    await insertCounts(newest!, { bookmarks: 50 });
    await insertCounts(library.at(-2)!, { bookmarks: 40 });
    await rankArticles();
    const listed = [...first.metas];
    let { nextToken } = first;
    while (nextToken) {
      const page: ArticleListPage = (await requestPopular(`&limit=3&nextToken=${nextToken}`)).json()
        .data;
      listed.push(...page.metas);
      ({ nextToken } = page);
    }
    expect(getTitles(listed)).toEqual(getTitles([library.at(-1)!, ...library.slice(0, -1)]));
    expect(getTitles((await listPopular()).metas).slice(0, 3)).toEqual(
      getTitles([newest!, library.at(-2)!, library.at(-1)!]),
    );

    travelTo(WEDNESDAY);
    await rankArticles();
    const outdated = await requestPopular(`&limit=4&nextToken=${first.nextToken}`);
    expect([outdated.statusCode, outdated.json().error]).toEqual([
      400,
      expect.stringMatching(/outdated/),
    ]);
  });

  it('are ranked once a day, even by several processes', async () => {
    await Promise.all([rankArticles(), rankArticles(), rankArticles()]);
    await insertCounts(library.at(-1)!, { bookmarks: 5 });
    await rankArticles();
    const rankedRows = await test.database.queries.select().from(popularArticles);
    expect(new Set(rankedRows.map(({ day }) => day))).toEqual(new Set([MONDAY]));
    expect(rankedRows).toHaveLength(library.length);
    expect(new Set(rankedRows.map(({ articleId }) => articleId)).size).toBe(library.length);
    expect((await listPopular()).metas[0]!.title).toBe(library[0]!.title);
  });

  it('are ranked when a process starts only if no day is ranked yet', async () => {
    const { queries } = test.database;
    await Promise.all([
      rankPopularArticlesIfNeverRanked(queries),
      rankPopularArticlesIfNeverRanked(queries),
    ]);
    expect(await queries.$count(popularArticles)).toBe(library.length);
    travelTo(TUESDAY);
    await rankPopularArticlesIfNeverRanked(queries);
    const rankedRows = await queries.select().from(popularArticles);
    expect(new Set(rankedRows.map(({ day }) => day))).toEqual(new Set([MONDAY]));
  });

  it('are ranked by the first tally of a day', async () => {
    await applyPendingCounts(test.database.queries, new AbortController().signal);
    travelTo(TUESDAY);
    await applyPendingCounts(test.database.queries, new AbortController().signal);
    const rankedRows = await test.database.queries.select().from(popularArticles);
    expect(new Set(rankedRows.map(({ day }) => day))).toEqual(new Set([MONDAY, TUESDAY]));
  });

  it('can be filtered by category, and end with the last one', async () => {
    const { category, subcategory } = library.at(-1)!;
    const inCategory = library.filter((article) => article.category === category);
    await insertCounts(library.at(-1)!, { read: 5 });
    await rankArticles();
    const firstPage = await listPopular(`&category=${category}`);
    expect(getTitles(firstPage.metas)).toEqual(
      getTitles([inCategory.at(-1)!, ...inCategory.slice(0, -1)]),
    );
    expect(firstPage.nextToken).toBeNull();
    const inSubcategory = await listPopular(`&category=${category}&subcategory=${subcategory}`);
    expect(inSubcategory.metas[0]!.id).toBe(library.at(-1)!.id);
  });

  it('do not include withdrawn articles', async () => {
    const isFirstArticle = eq(articles.id, library[0]!.id);
    await rankArticles();
    const { queries } = test.database;
    await queries.update(articles).set({ status: 'archived' }).where(isFirstArticle);
    const { metas } = await listPopular();
    await queries.update(articles).set({ status: 'published' }).where(isFirstArticle);
    expect(getTitles(metas).slice(0, 5)).toEqual(getTitles(library.slice(1, 6)));
  });

  it('are no articles before the first ranking', async () => {
    expect(await listPopular()).toMatchObject({ metas: [], nextToken: null });
  });

  it.each([
    [{ show: 'old' }, /show.*must be one of new, popular, short/],
    [{ show: 'popular', alias: 'Plumbline' }, /show.*cannot be combined with "alias"/],
    [{ show: 'short', startHere: 'true' }, /show.*cannot be combined with "startHere"/],
    [{ show: 'popular', subcategory: 'mea' }, /needs a category/],
  ])('cannot be requested with %j', async (query, message) => {
    const response = await test.app.inject({ url: '/api/v1/articles', query });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(message);
  });

  it('reject tokens of other lists, and places that no list can have', async () => {
    await rankArticles();
    const { nextToken } = (await test.app.inject('/api/v1/articles?limit=2')).json().data;
    const tokens = [
      nextToken,
      ...[
        ['2026-02-30', 1],
        ['0000-01-01', 1],
        [MONDAY, 0.5],
        [MONDAY, 2 ** 40],
        [1, MONDAY],
        [MONDAY],
      ].map((key) => encodePageToken('popular  ', key)),
    ];
    for (const token of tokens)
      expect([token, (await requestPopular(`&nextToken=${token}`)).statusCode]).toEqual([
        token,
        400,
      ]);
    const popularToken = (await requestPopular('&limit=2')).json().data.nextToken;
    for (const query of ['', 'show=short&', 'show=popular&category=nsm&']) {
      const url = `/api/v1/articles?${query}nextToken=${popularToken}`;
      expect([url, (await test.app.inject(url)).statusCode]).toEqual([url, 400]);
    }
  });

  describe('as pages', () => {
    const fetchPage = (search: string) => test.app.inject(`/page-payload/articles${search}`);

    it('have URLs and titles of their own, and further pages', async () => {
      await rankArticles();
      const { head, props } = (await fetchPage('?show=popular')).json<ArticlesPage>();
      expect(head).toMatchObject({
        title: 'Popular articles',
        path: '/articles?show=popular',
      });
      expect(head).not.toHaveProperty('noIndex');
      expect(props).toMatchObject({ filters: { show: 'popular' }, from: null });
      const laterPage = (
        await fetchPage(`?show=popular&from=${props.nextToken}`)
      ).json<ArticlesPage>();
      expect(laterPage.head.noIndex).toBe(true);
      expect(laterPage.props.articles[0]!.title).toBe(library[10]!.title);
      const { category } = library[0]!;
      const categoryPage = (
        await fetchPage(`?show=popular&category=${category}`)
      ).json<ArticlesPage>();
      expect(categoryPage.head.path).toBe(`/articles?category=${category}&show=popular`);
      expect(categoryPage.props).toMatchObject({ related: [] });
      expect(categoryPage.props).not.toHaveProperty('overview');
    });

    it.each([
      ['?show=oldest', '/articles'],
      ['?show=popular&from=x', '/articles?show=popular'],
      [
        `?show=popular&from=${encodePageToken('popular  ', [MONDAY, 9999])}`,
        '/articles?show=popular',
      ],
    ])('redirect %s to %s', async (search, target) => {
      await rankArticles();
      expect((await fetchPage(search)).json()).toEqual({ redirect: target });
    });
  });
});

describe.each(databases)('short articles, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  /** Every third article in the library, with its reading time set to at most three minutes. */
  let short: ArticleMeta[];

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    short = test.library.filter((_, at) => at % 3 === 0);
    for (const [index, { id }] of short.entries())
      await test.database.queries
        .update(articles)
        .set({ readingMinutes: 3 - (index % 3) })
        .where(eq(articles.id, id));
  });
  afterAll(() => test.close());

  it('are listed newest first, page by page', async () => {
    const listed: ArticleMeta[] = [];
    for (let token: string | null = ''; token !== null; ) {
      const url = `/api/v1/articles?show=short&limit=3&nextToken=${token}`;
      const page: ArticleListPage = (await test.app.inject(url)).json().data;
      listed.push(...page.metas);
      token = page.nextToken;
    }
    expect(listed.map(({ title }) => title)).toEqual(short.map(({ title }) => title));
  });

  it('can be filtered by category', async () => {
    const { category, subcategory } = short[0]!;
    for (const search of [
      `category=${category}`,
      `category=${category}&subcategory=${subcategory}`,
    ]) {
      const { props } = (
        await test.app.inject(`/page-payload/articles?${search}&show=short`)
      ).json<ArticlesPage>();
      const isListed = (article: ArticleMeta) =>
        article.category === category &&
        (!search.includes('sub') || article.subcategory === subcategory);
      expect(props.articles.map(({ title }) => title)).toEqual(
        short.filter(isListed).map(({ title }) => title),
      );
    }
  });

  it('reject the token of the list of all articles', async () => {
    const { data } = (await test.app.inject('/api/v1/articles?limit=2')).json();
    const url = `/api/v1/articles?show=short&nextToken=${data.nextToken}`;
    expect((await test.app.inject(url)).statusCode).toBe(400);
  });
});
