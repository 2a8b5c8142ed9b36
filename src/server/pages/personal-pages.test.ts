import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type {
  BookmarksScreenProps,
  FeedScreenProps,
  FollowingScreenProps,
  PagePayload,
} from '#domain/page.ts';

import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { bookmarks } from '#server/readers/bookmarks/schema.ts';
import { listFeedArticles } from '#server/readers/feed/service.ts';
import { follows } from '#server/readers/follows/schema.ts';
import { recordReadingProgress } from '#server/readers/reading/repository.ts';
import { readings } from '#server/readers/reading/schema.ts';
import { IdentityProviders } from '#server/readers/sign-in/providers.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '../testing/databases.ts';
import { signInTestReader, type TestReader } from '../testing/reader.ts';

const SIGN_IN = {
  providers: new IdentityProviders([
    {
      id: 'mock',
      label: 'Mock Accounts',
      issuer: 'http://localhost:1',
      clientId: 'octavo',
      clientSecret: undefined,
      identityProvider: undefined,
    },
  ]),
};

describe.each(await selectTestDatabaseEngines())('personal pages, on $name', (engine) => {
  let test: TestApp;
  let ada: TestReader;

  beforeAll(async () => {
    const database = await engine.openFilled();
    test = await createTestApp(database, {}, undefined, SIGN_IN);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    ada = await signInTestReader(test.database, 'ada');
  });

  const fetchUrl = (url: string, reader?: TestReader, headers: Record<string, string> = {}) =>
    test.app.inject({ url, headers, ...(reader && { cookies: reader.cookies }) });
  const fetchPayload = async (url: string, reader?: TestReader) =>
    (await fetchUrl(`/page-payload${url}`, reader)).json<PagePayload>();
  /** Returns the props of the screen at a URL. */
  const fetchProps = async <Props>(url: string, reader?: TestReader) =>
    (await fetchPayload(url, reader)).props as Props;

  it.each([
    ['/', 'landing', 'feed'],
    ['/profile', 'text', 'bookmarks'],
    ['/profile/following', 'text', 'following'],
  ])(
    'render %s as the screen %s for visitors and %s for a reader',
    async (url, visitorScreen, readerScreen) => {
      for (const [reader, screen] of [
        [undefined, visitorScreen],
        [ada, readerScreen],
        // Repeats the visitor's and the reader's requests, to check that no response comes from a cache.
        [undefined, visitorScreen],
        [ada, readerScreen],
      ] as const) {
        const response = await fetchUrl(url, reader);
        expect(response.statusCode).toBe(200);
        expect(response.headers['cache-control']).toBe('private, no-cache');
        const embedded = /id="page-props">(.*?)<\/script>/s.exec(response.body)![1]!;
        expect(JSON.parse(embedded)).toMatchObject({ screen });
        expect(/<html[^>]* data-signed-in/.test(response.body)).toBe(screen === readerScreen);
        expect(await fetchPayload(url, reader)).toMatchObject({ screen });
      }
    },
  );

  it('contain the reader and the provider', async () => {
    for (const url of ['/', '/profile', '/profile/following'])
      expect((await fetchProps<FeedScreenProps>(url, ada)).userInfo).toEqual({
        name: 'ada',
        email: 'ada@example.org',
        provider: 'Mock Accounts',
      });
  });

  it('contain the reader’s data and nobody else’s', async () => {
    const { queries } = test.database;
    const ben = await signInTestReader(test.database, 'ben');
    const [article] = await queries.select().from(articles).limit(1);
    const [author] = await queries.select().from(authors).limit(1);
    await queries.insert(bookmarks).values({ userId: ada.user.id, articleId: article!.id });
    await queries.insert(follows).values({ userId: ada.user.id, authorId: author!.id });

    const stored = await fetchProps<BookmarksScreenProps>('/profile', ada);
    expect(stored.bookmarkedArticles).toMatchObject([{ id: article!.id }]);
    const { followedAuthors } = await fetchProps<FollowingScreenProps>('/profile/following', ada);
    expect(Object.keys(followedAuthors)).toEqual([author!.alias]);
    const feed = await fetchProps<FeedScreenProps>('/', ada);
    expect(feed).toMatchObject({ followedAuthors: [author!.alias], introductions: [] });
    const aliases = feed.articles.map(({ authorAlias }) => authorAlias);
    expect(new Set(aliases)).toEqual(new Set([author!.alias]));

    expect(await fetchProps('/profile', ben)).toMatchObject({ bookmarkedArticles: [] });
    expect(await fetchProps('/profile/following', ben)).toMatchObject({ followedAuthors: {} });
    expect(await fetchProps('/', ben)).toMatchObject({ articles: [], followedAuthors: [] });
  });

  it('show the chosen bookmarks in the chosen order, and offer a search of more than ten', async () => {
    const { queries } = test.database;
    const stored = await queries.select().from(articles).limit(11);
    const userId = ada.user.id;
    const add = (articleRows: typeof stored) =>
      queries.insert(bookmarks).values(articleRows.map(({ id }) => ({ userId, articleId: id })));
    await add(stored.slice(0, 10));
    const now = new Date();
    const reading = { userId, section: 'end', readAt: now, finishedAt: now } as const;
    await queries.insert(readings).values({ ...reading, articleId: stored[0]!.id });
    const fetchBookmarks = (search: string) =>
      fetchProps<BookmarksScreenProps>(`/profile${search}`, ada);

    const readBookmarks = await fetchBookmarks('?show=read&order=unread');
    expect(readBookmarks).toMatchObject({ show: 'read', order: 'kept', offersSearch: false });
    expect(readBookmarks.bookmarkedArticles.map(({ id }) => id)).toEqual([stored[0]!.id]);
    expect((await fetchBookmarks('?show=unread')).bookmarkedArticles).toHaveLength(9);
    const allBookmarks = await fetchBookmarks('?show=later&order=unread');
    expect(allBookmarks).toMatchObject({ show: 'all', order: 'unread' });
    expect(allBookmarks.bookmarkedArticles.at(-1)!.id).toBe(stored[0]!.id);

    await add(stored.slice(10));
    expect(await fetchBookmarks('?show=read')).toMatchObject({ offersSearch: true });
  });

  it('introduce authors of every category to a reader whose feed is empty', async () => {
    const { introductions } = await fetchProps<FeedScreenProps>('/', ada);
    const { metas } = (await test.app.inject('/api/v1/articles?limit=50')).json().data as {
      metas: ArticleMeta[];
    };
    for (const { id } of CATEGORIES) {
      const introduced = introductions.filter(({ category }) => category === id);
      const inCategory = metas.filter(({ category }) => category === id);
      expect(introduced).toHaveLength(Math.min(3, inCategory.length));
      const countAuthors = (list: readonly ArticleMeta[]) =>
        new Set(list.map(({ authorAlias }) => authorAlias)).size;
      expect(countAuthors(introduced)).toBe(Math.min(3, countAuthors(inCategory)));
    }
  });

  it('filter the feed by unread articles, page by page', async () => {
    const { queries } = test.database;
    const [author] = await queries.select().from(authors).limit(1);
    await queries.insert(follows).values({ userId: ada.user.id, authorId: author!.id });
    const listIds = async (url: string) =>
      (await fetchProps<FeedScreenProps>(url, ada)).articles.map(({ id }) => id);
    const [newest, ...otherIds] = await listIds('/');
    const finish = (id: string) =>
      recordReadingProgress(queries, ada.user, id, { section: 'end', readAgo: 0 });
    await finish(newest!);
    expect(await listIds('/?show=unread')).toEqual(otherIds);
    expect(await listIds('/')).toEqual([newest, ...otherIds]);
    expect(await listIds('/?show=other')).toEqual([newest, ...otherIds]);
    // A page token from another list causes a redirect to the first page with the same filter.
    const { nextToken } = await listFeedArticles(queries, ada.user, 'all', 1);
    const moved = await fetchUrl(`/?show=unread&from=${nextToken}`, ada);
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/?show=unread']);

    for (const id of otherIds) await finish(id);
    expect(await fetchProps('/?show=unread', ada)).toMatchObject({
      articles: [],
      introductions: [],
      show: 'unread',
    });
    await queries.delete(follows);
    const empty = await fetchProps<FeedScreenProps>('/?show=unread', ada);
    expect(empty.show).toBe('all');
    expect(empty.introductions.length).toBeGreaterThan(0);
  });

  it('are revalidated each time, with 304 if unchanged', async () => {
    const { etag } = (await fetchUrl('/profile', ada)).headers;
    const again = await fetchUrl('/profile', ada, { 'if-none-match': etag as string });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const visitorResponse = await fetchUrl('/profile', undefined, {
      'if-none-match': etag as string,
    });
    expect(visitorResponse.statusCode).toBe(200);
  });

  it('become public pages once the session has ended, and remove its cookies', async () => {
    await test.database.queries.execute(sql`DELETE FROM sessions`);
    const response = await fetchUrl('/', ada);
    expect(response.body).toContain('"screen":"landing"');
    const cleared = response.cookies.filter(({ value }) => value === '').map(({ name }) => name);
    expect(cleared).toEqual(['session', 'id_token']);
  });
});

describe('the sign-in page', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open(), {}, undefined, SIGN_IN);
  });
  afterAll(() => test.close());

  it('lists the providers by id and label only', async () => {
    const { props } = (await test.app.inject('/page-payload/auth')).json();
    expect(props.providers).toEqual([{ id: 'mock', label: 'Mock Accounts' }]);
  });

  it('contains the URL to which the reader returns, and is not cached in this case', async () => {
    const response = await test.app.inject('/auth?redirect=%2Fplans&error=expired&utm_source=x');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.headers['cache-tag']).toBeUndefined();
  });
});
