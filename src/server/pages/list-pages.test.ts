import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { PagePayload } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { encodePageToken } from '#server/platform/db/page-token.ts';
import { createLibraryTestApp, type LibraryTestApp } from '../testing/app.ts';
import { selectTestDatabaseEngines } from '../testing/databases.ts';
import {
  createApiCaller,
  replaceReadersWithPremiumReader,
  type TestReader,
} from '../testing/reader.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const YEAR = 365 * 24 * 3_600_000;

/** The properties of a page that these tests check. */
interface PageResponse {
  status: number;
  location: string | undefined;
  cacheControl: string | undefined;
  body: string;
}

describe.each(databases)('further pages of lists, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  let ada: TestReader;
  /** The 49 newest articles, newest first. They do not fit on one page of a list. */
  let library: ArticleMeta[];

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    const { queries } = test.database;
    const shipped = await queries.select().from(articles);
    await queries.insert(articles).values(
      shipped.map((article) => ({
        ...article,
        id: newId(),
        slug: `${article.slug}-2`,
        publishedAt: new Date(article.publishedAt.getTime() - YEAR),
      })),
    );
    // No other test requests 49 articles, so this response does not come from the cache.
    library = (await test.app.inject('/api/v1/articles?limit=49')).json().data.metas;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    ada = await replaceReadersWithPremiumReader(test.database, 'ada');
  });

  async function fetchPage(url: string, reader?: TestReader): Promise<PageResponse> {
    const { statusCode, headers, body } = await test.app.inject({
      url,
      ...(reader && { cookies: reader.cookies }),
    });
    const cacheControl = headers['cache-control'];
    return { status: statusCode, location: headers.location, cacheControl, body };
  }
  const parsePayload = ({ body }: PageResponse) =>
    JSON.parse(/id="page-props">(.*?)<\/script>/s.exec(body)![1]!) as PagePayload;
  const parseList = (response: PageResponse) => {
    const { props } = parsePayload(response);
    const list = 'bookmarkedArticles' in props ? props.bookmarkedArticles : undefined;
    const { articles = list!, nextToken, from } = props as ListProps;
    return { articles, nextToken, from };
  };
  interface ListProps {
    articles?: readonly ArticleMeta[];
    nextToken: string | null;
    from: string | null;
  }
  const buildPageUrl = (path: string, token: string) =>
    `${path}${path.includes('?') ? '&' : '?'}from=${token}`;

  /** Follows the links from page to page of a list, and returns the IDs of all listed articles. */
  async function listAllIds(path: string, reader?: TestReader): Promise<string[]> {
    const ids: string[] = [];
    let url: string | undefined = path;
    while (url) {
      const response = await fetchPage(url, reader);
      expect([url, response.status]).toEqual([url, 200]);
      const { articles, nextToken } = parseList(response);
      ids.push(...articles.map(({ id }) => id));
      url = nextToken === null ? undefined : buildPageUrl(path, nextToken);
    }
    return ids;
  }

  const fetchFirstToken = async (path: string, reader?: TestReader) =>
    parseList(await fetchPage(path, reader)).nextToken!;

  it('page through a public list to its end', async () => {
    const ids = library.map(({ id }) => id);
    expect(await listAllIds('/articles')).toEqual(ids);
    const alias = library[0]!.authorAlias;
    const ownArticles = library.filter(({ authorAlias }) => authorAlias === alias);
    expect(await listAllIds(`/authors/${alias}/articles`)).toEqual(ownArticles.map(({ id }) => id));
    const foundIds = await listAllIds('/articles?q=one');
    expect(foundIds.length).toBeGreaterThan(10);
    expect(new Set(foundIds).size).toBe(foundIds.length);
  });

  it('page through a reader’s personal lists to their end', async () => {
    const call = createApiCaller(test, ada);
    for (const { authorAlias, id } of library)
      await call('PUT', `/articles/${authorAlias}/${id}/bookmark`);
    for (const alias of new Set(library.map(({ authorAlias }) => authorAlias)))
      await call('PUT', `/authors/${alias}/follow`);
    const ids = library.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(PAGE_SIZES.feed);
    expect(await listAllIds('/', ada)).toEqual(ids);
    expect(await listAllIds('/profile', ada)).toEqual(ids.toReversed());
    expect((await listAllIds('/profile?order=length', ada)).toSorted()).toEqual(ids.toSorted());
  });

  it('are excluded from search engines, and cached like other pages', async () => {
    const token = await fetchFirstToken('/articles');
    const response = await fetchPage(buildPageUrl('/articles', token));
    expect(parseList(response).from).toBe(token);
    expect(response.body).toContain('<link rel="canonical" href="http://localhost:3000/articles">');
    expect(response.body).toContain('<meta name="robots" content="noindex">');
    expect(response.cacheControl).toContain('s-maxage');
    expect((await fetchPage('/articles')).body).not.toContain('noindex');
  });

  it('are invalidated when their content changes', async () => {
    const url = buildPageUrl('/articles', await fetchFirstToken('/articles'));
    const before = parseList(await fetchPage(url)).articles;
    const [{ id }] = before as [ArticleMeta];
    const { queries } = test.database;
    const rename = (title: string) =>
      queries.transaction(async (transaction) => {
        await transaction.update(articles).set({ title }).where(eq(articles.id, id));
        await announceContentChange(transaction, [`article:${id}`]);
      });
    await rename('Renamed on a later page');
    await expect
      .poll(async () => parseList(await fetchPage(url)).articles[0]!.title)
      .toBe('Renamed on a later page');
    await rename(before[0]!.title);
  });

  describe('with an invented token', () => {
    /** Creates page tokens in the correct format, as an attacker who has read the source code could. */
    const forgeTokens = () => {
      const [first, second] = library as [ArticleMeta, ArticleMeta];
      const token = (...key: (string | number)[]) => encodePageToken('articles   ', key);
      return {
        nothing: 'abc',
        'no article': token('2026-01-01T00:00:00.000Z', '01890000-0000-7000-8000-000000000000'),
        'another moment': token('2031-01-01T00:00:00.000Z', first.id),
        'the moment of another': token(second.createdAt, first.id),
        'another spelling': `${token(first.createdAt, first.id)}.`,
        'the last one': token(library.at(-1)!.createdAt, library.at(-1)!.id),
      };
    };

    it('redirect to the first page', async () => {
      for (const [name, token] of Object.entries(forgeTokens())) {
        const { status, location, cacheControl } = await fetchPage(
          buildPageUrl('/articles', token),
        );
        expect([name, status, location]).toEqual([name, 302, '/articles']);
        expect(cacheControl).toContain('private');
      }
    });

    it('redirect requests for payloads too, and keep other parameters', async () => {
      const response = await test.app.inject('/page-payload/articles?category=nsm&from=abc');
      expect(response.json()).toEqual({ redirect: '/articles?category=nsm' });
      expect((await fetchPage('/articles?q=the&from=abc')).location).toBe('/articles?q=the');
      const { authorAlias } = library[0]!;
      const list = `/authors/${authorAlias}/articles`;
      expect((await fetchPage(`${list}?from=abc`)).location).toBe(list);
    });

    it('are not accepted in another list', async () => {
      const token = await fetchFirstToken('/articles');
      expect((await fetchPage(`/articles?category=nsm&from=${token}`)).location).toBe(
        '/articles?category=nsm',
      );
    });

    it('redirect a reader to the first page of a personal list', async () => {
      expect((await fetchPage('/?from=abc', ada)).location).toBe('/');
      expect((await fetchPage('/profile?order=author&from=abc', ada)).location).toBe(
        '/profile?order=author',
      );
    });

    it('do not exist for signed-out visitors', async () => {
      for (const [url, path] of [
        ['/?from=abc', '/'],
        ['/profile?order=author&q=the&from=abc', '/profile'],
      ])
        expect(await fetchPage(url!)).toMatchObject({ status: 302, location: path });
    });
  });
});
