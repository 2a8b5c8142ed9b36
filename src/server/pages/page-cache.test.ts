import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { PagePayload } from '#domain/page.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { lockAuthors } from '#server/catalogue/authors/author-rows.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { publishArticle } from '#server/catalogue/publication/publish-article.ts';
import {
  announceContentChange,
  type ContentCacheKey,
} from '#server/platform/db/content-changes.ts';
import { encodePageToken } from '#server/platform/db/page-token.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createTestApp, TEST_WEB_BUILD, type TestApp } from '../testing/app.ts';
import { signInTestReader } from '../testing/reader.ts';

/** A mock of the React renderer, which records the pages that it renders. */
const renderMock = vi.fn(async (_url: string, { head }: PagePayload) => `<h1>${head.title}</h1>`);
const WEB = { ...TEST_WEB_BUILD, id: 'watched' };

describe('the page cache', () => {
  let test: TestApp;
  let library: ArticleMeta[];

  beforeAll(async () => {
    const database = await pgliteTestEngine.openFilled();
    test = await createTestApp(database, {}, { ...WEB, renderScreen: renderMock });
    library = (await test.app.inject('/api/v1/articles?limit=50')).json().data.metas;
  });
  afterAll(() => test.close());
  beforeEach(() => {
    renderMock.mockClear();
  });

  const fetchUrl = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url, headers });
  const fetchEtag = async (url: string) => (await fetchUrl(url)).headers.etag;
  const announce = (...keys: ContentCacheKey[]) =>
    test.database.queries.transaction((transaction) => announceContentChange(transaction, keys));

  it('does not render a document if only the payload is requested', async () => {
    const { path } = library[0]!;
    for (const url of [`/page-payload${path}`, '/page-payload/terms', '/page-payload/nothing/here'])
      expect((await fetchUrl(url)).statusCode).toBe(200);
    const { cookies } = await signInTestReader(test.database, 'ada');
    for (const url of ['/page-payload/', '/page-payload/profile'])
      expect((await test.app.inject({ url, cookies })).statusCode).toBe(200);
    expect(renderMock).not.toHaveBeenCalled();
    await fetchUrl(path);
    expect(renderMock).toHaveBeenCalledTimes(1);
  });

  it('renders once for all spellings of a URL', async () => {
    const spellings = ['/%61bout', '//about', '/About/', '/about?a=1'];
    for (const url of spellings) {
      const { statusCode, headers } = await fetchUrl(`http://localhost${url}`);
      const isPage = url === '/about?a=1';
      expect([url, statusCode, headers.location]).toEqual(
        isPage ? [url, 200, undefined] : [url, 301, '/about'],
      );
    }
    expect(renderMock).toHaveBeenCalledTimes(1);
  });

  it('stores one not-found page for all URLs', async () => {
    const missingUrls = ['/no/such/page', '/nobody', '/Nobody/nothing', '/authors/Nobody', '/%zz'];
    const bodies = await Promise.all(missingUrls.map(async (url) => (await fetchUrl(url)).body));
    expect(new Set(bodies).size).toBe(1);
    expect(renderMock).toHaveBeenCalledTimes(1);
    expect(renderMock.mock.calls[0]![0]).toBe('http://localhost:3000/not-found');
  });

  it('stores further pages of a list, but no page with an invented token', async () => {
    const { nextToken } = (await fetchUrl('/api/v1/articles?limit=3')).json().data;
    const { publishedAt } = (await test.database.queries.select().from(articles).limit(1))[0]!;
    renderMock.mockClear();
    for (let time = 0; time < 3; time++)
      expect((await fetchUrl(`/articles?from=${nextToken}`)).statusCode).toBe(200);
    expect(renderMock).toHaveBeenCalledTimes(1);
    for (let index = 0; index < 20; index++) {
      const key = [new Date(publishedAt.getTime() + index).toISOString(), newId()];
      const { statusCode } = await fetchUrl(
        `/articles?from=${encodePageToken('articles   ', key)}`,
      );
      expect(statusCode).toBe(302);
    }
    // Normalizing a URL removes the suffixes `%20` and `&from=`, so requests with these suffixes get the cached page.
    // Every other suffix that the test appends makes the page token invalid.
    for (const suffix of ['=', '.', '%20', '&from=', '%00'])
      expect((await fetchUrl(`/articles?from=${nextToken}${suffix}`)).statusCode).toBe(
        ['%20', '&from='].includes(suffix) ? 200 : 302,
      );
    expect(renderMock).toHaveBeenCalledTimes(1);
  });

  it('keeps pages when another article is published, except lists', async () => {
    const [first, second] = library;
    const otherPaths = library.slice(6).map(({ path }) => path);
    const urls = [second!.path, ...otherPaths, '/terms', `/authors/${second!.authorAlias}`];
    const storedEtags = await Promise.all(urls.map(fetchEtag));
    renderMock.mockClear();
    const listEtag = await fetchEtag('/articles');
    const { queries } = test.database;
    await queries.update(articles).set({ title: 'Anew' }).where(eq(articles.id, first!.id));
    const alias = first!.authorAlias.toLowerCase() as Lowercase<string>;
    await announce('list', `category:${first!.category}`, `articles-of:${alias}`);
    await expect.poll(() => fetchEtag('/articles')).not.toBe(listEtag);
    renderMock.mockClear();
    expect(await Promise.all(urls.map(fetchEtag))).toEqual(storedEtags);
    expect(renderMock).not.toHaveBeenCalled();
  });

  it('invalidates all pages that show an author whose profile changes', async () => {
    const { authorAlias, category, path } = library[2]!;
    const urls = [path, `/articles?category=${category}`, '/authors', `/authors/${authorAlias}`];
    const previousEtags = await Promise.all(urls.map(fetchEtag));
    const { queries } = test.database;
    const [row] = await queries.select().from(authors).where(eq(authors.alias, authorAlias));
    await queries
      .update(authors)
      .set({ portrait: row!.portrait.replace(/\d+$/, '999') })
      .where(eq(authors.id, row!.id));
    await announce('authors', `author:${row!.aliasKey}`);
    for (const [index, url] of urls.entries())
      await expect.poll(() => fetchEtag(url), { message: url }).not.toBe(previousEtags[index]);
  });

  it('reports rendering times outside production', async () => {
    const { path } = library[5]!;
    const first = await fetchUrl(path, { 'accept-encoding': 'br' });
    expect(first.headers['server-timing']).toMatch(
      /^queries;dur=[\d.]+, render;dur=[\d.]+, encode;dur=[\d.]+$/,
    );
    expect(
      (await fetchUrl(path, { 'accept-encoding': 'br' })).headers['server-timing'],
    ).toBeUndefined();
  });

  it('keeps the pages of an author’s other articles when one is published', async () => {
    const { id, authorAlias, path } = library[0]!;
    const [pageEtag, authorEtag] = await Promise.all(
      [path, `/authors/${authorAlias}`].map(fetchEtag),
    );
    const { queries } = test.database;
    const [article] = await queries.select().from(articles).where(eq(articles.id, id));
    const { linksTo: _, ...row } = article!;
    await queries.transaction(async (transaction) => {
      await lockAuthors(transaction, [row.authorId]);
      const category = row.category as CategoryId;
      await publishArticle(transaction, { ...row, category, id: newId(), slug: 'another-one' });
    });
    await expect.poll(() => fetchEtag(`/authors/${authorAlias}`)).not.toBe(authorEtag);
    renderMock.mockClear();
    expect(await fetchEtag(path)).toBe(pageEtag);
    expect(renderMock).not.toHaveBeenCalled();
  });
});
