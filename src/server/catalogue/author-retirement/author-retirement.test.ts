import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import { WIDEST_TIME_RANGE } from '#server/catalogue/articles/publication-periods.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { listArticlesForSitemap } from '#server/catalogue/articles/sitemap-articles.ts';
import { listArticleSuggestions } from '#server/catalogue/articles/suggestions.ts';
import { lockAuthors } from '#server/catalogue/authors/author-rows.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { publishArticle } from '#server/catalogue/publication/publish-article.ts';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { type RetiredArticlesPolicy, reinstateAuthor, retireAuthor } from './service.ts';

const ALIAS = 'Potsherd';

describe.each(await selectTestDatabaseEngines())(
  'author retirement, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let id: string;
    let authorArticles: ArticleMeta[];
    let call: ReturnType<typeof createApiCaller>;

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      authorArticles = test.library.filter(({ authorAlias }) => authorAlias === ALIAS);
      expect(authorArticles.length).toBeGreaterThan(1);
      const [author] = await queries().select().from(authors).where(eq(authors.alias, ALIAS));
      id = author!.id;
      call = createApiCaller(test, await signInTestReader(test.database, 'ada'));
      for (const article of authorArticles)
        expect((await call('PUT', getBookmarkPath(article))).statusCode).toBe(204);
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      await reinstateAuthor(queries(), id);
      await queries().update(articles).set({ status: 'published' });
      await reinstateAuthor(queries(), id);
    });

    const queries = () => test.database.queries;
    const getBookmarkPath = ({ authorAlias, id }: ArticleMeta) =>
      `/articles/${authorAlias}/${id}/bookmark`;
    const list = async (path: string): Promise<ArticleMeta[]> => {
      const response = await call('GET', path);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data.metas;
    };
    const openPage = ({ path }: ArticleMeta) => test.app.inject(path);
    /** Returns the names of the lists and pages on which the author's articles are visible to readers. */
    const listVisiblePlaces = async () => {
      const places = {
        'the list': await list('/articles?limit=50'),
        'their list': await list(`/articles?alias=${ALIAS}`),
        'their category': await list(`/articles?category=${authorArticles[0]!.category}&limit=50`),
        'a search': await list(`/search?q=${ALIAS}`),
        bookmarks: await list('/bookmarks'),
      };
      const sitemapArticles = await listArticlesForSitemap(queries(), WIDEST_TIME_RANGE, 50);
      const landingPage = await test.app.inject('/page-payload/');
      const visiblePlaces = Object.entries(places)
        .filter(([, metas]) => metas.some(({ authorAlias }) => authorAlias === ALIAS))
        .map(([place]) => place);
      if (sitemapArticles.some(({ path }) => path.startsWith(`/${ALIAS}/`)))
        visiblePlaces.push('the sitemap');
      if (landingPage.body.includes(`/${ALIAS}/`)) visiblePlaces.push('the landing page');
      return visiblePlaces;
    };
    const ALL_PLACES = [
      'the list',
      'their list',
      'their category',
      'a search',
      'bookmarks',
      'the sitemap',
      'the landing page',
    ];
    const findStatuses = async () => {
      const rows = await queries().select().from(articles).where(eq(articles.authorId, id));
      return new Set(rows.map(({ status }) => status));
    };

    it.each([
      ['keep', 'published'],
      ['archive', 'archived'],
    ] as [RetiredArticlesPolicy, string][])(
      'with the policy "%s" responds with 410 and removes the articles from every list',
      async (policy, status) => {
        await expect.poll(listVisiblePlaces).toEqual(ALL_PLACES);
        expect((await openPage(authorArticles[0]!)).statusCode).toBe(200);

        await retireAuthor(queries(), id, policy);
        expect(await findStatuses()).toEqual(new Set([status]));
        // The test polls, because server processes invalidate their caches asynchronously.
        await expect.poll(async () => (await openPage(authorArticles[0]!)).statusCode).toBe(410);
        for (const article of authorArticles) {
          expect((await openPage(article)).statusCode).toBe(410);
          expect((await call('PUT', getBookmarkPath(article))).statusCode).toBe(404);
        }
        await expect.poll(listVisiblePlaces).toEqual([]);
        const [other] = test.library.filter(({ authorAlias }) => authorAlias !== ALIAS);
        const { alsoLike } = await listArticleSuggestions(queries(), other!, 50);
        expect(alsoLike.filter(({ authorAlias }) => authorAlias === ALIAS)).toEqual([]);
        expect((await test.app.inject(`/authors/${ALIAS}`)).statusCode).toBe(404);
        expect(await queries().select().from(storedErrorGroups)).toEqual([]);
      },
    );

    it('restores kept articles together with the author, but not archived ones', async () => {
      await retireAuthor(queries(), id, 'keep');
      await reinstateAuthor(queries(), id);
      await expect.poll(async () => (await openPage(authorArticles[0]!)).statusCode).toBe(200);
      await expect.poll(listVisiblePlaces).toEqual(ALL_PLACES);

      await retireAuthor(queries(), id, 'archive');
      await reinstateAuthor(queries(), id);
      await expect.poll(async () => (await openPage(authorArticles[0]!)).statusCode).toBe(410);
      const [author] = await queries().select().from(authors).where(eq(authors.id, id));
      expect(author).toMatchObject({ status: 'active', publishedArticleCount: 0 });
      expect((await test.app.inject(`/authors/${ALIAS}`)).statusCode).toBe(200);
    });

    it('archives kept articles on a later request', async () => {
      await retireAuthor(queries(), id, 'keep');
      await retireAuthor(queries(), id, 'archive');
      expect(await findStatuses()).toEqual(new Set(['archived']));
    });

    it('changes nothing if one step fails', async () => {
      await queries().execute('ALTER TABLE content_changes RENAME TO content_changes_away');
      await expect(retireAuthor(queries(), id, 'archive')).rejects.toThrow();
      await queries().execute('ALTER TABLE content_changes_away RENAME TO content_changes');
      expect(await findStatuses()).toEqual(new Set(['published']));
      const [author] = await queries().select().from(authors).where(eq(authors.id, id));
      expect(author!.status).toBe('active');
      expect(await list(`/search?q=${ALIAS}`)).not.toEqual([]);
    });

    it('keeps the articles out of the search index when they are published again', async () => {
      await retireAuthor(queries(), id, 'keep');
      const other = test.library.find(({ authorAlias }) => authorAlias !== ALIAS)!;
      const [row] = await queries().select().from(articles).where(eq(articles.authorId, id));
      const { linksTo: _, ...article } = row!;
      const publish = (title: string) =>
        queries().transaction(async (transaction) => {
          await lockAuthors(transaction, [id]);
          const category = article.category as CategoryId;
          await publishArticle(transaction, { ...article, category, title });
        });
      await publish(other.title);
      // A search returns articles with only some of its words if no article contains all of them. If the index
      // contained the retired author's article, which has all words, the search would not find the other article.
      const paths = (await list(`/search?q=${encodeURIComponent(`${ALIAS} ${other.title}`)}`)).map(
        ({ path }) => path,
      );
      await publish(article.title);
      expect(paths).toContain(other.path);
    });

    it('rejects an unknown author', async () => {
      const unknownId = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01';
      await expect(retireAuthor(queries(), unknownId, 'keep')).rejects.toThrow('Author not found');
      await expect(reinstateAuthor(queries(), unknownId)).rejects.toThrow('Author not found');
    });

    it('hides studio articles when the library removes their author, and restores them when the author returns', async () => {
      const [article] = await queries().select().from(articles).where(eq(articles.authorId, id));
      const studioArticle = {
        ...article!,
        id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e',
        slug: 'of-our-own',
      };
      await queries()
        .insert(articles)
        .values({ ...studioArticle, sourceHash: null });
      await reinstateAuthor(queries(), id);
      const library = await readLibrary(TEST_LIBRARY_FOLDER);
      const isByAuthor = ({ aliasKey }: { aliasKey: string }) => aliasKey === ALIAS.toLowerCase();
      await importLibrary(queries(), {
        ...library,
        authors: library.authors.filter((author) => author.id !== id),
        articles: library.articles.filter((each) => !isByAuthor(each)),
      });
      const openStudioPage = () => test.app.inject(`/${ALIAS}/of-our-own`);
      await expect.poll(async () => (await openStudioPage()).statusCode).toBe(410);
      expect(await list(`/search?q=${ALIAS}`)).toEqual([]);

      await importLibrary(queries(), library);
      await expect.poll(async () => (await openStudioPage()).statusCode).toBe(200);
      const paths = (await list(`/search?q=${ALIAS}`)).map(({ path }) => path);
      expect(paths).toContain(`/${ALIAS}/of-our-own`);
    });
  },
);
