import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { ArticlesScreenProps, PageHead } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { articles, popularArticles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { getCategoryPageTexts } from './category-texts.ts';
import { type CategoryOverviewData, loadCategoryOverview } from './service.ts';

/** The parts of the page data for the Explore page that these tests check. */
interface ArticlesPage {
  head: PageHead;
  props: ArticlesScreenProps;
}

/**
 * Number of articles that the tests move into the subcategory Measurement, because it has too few articles in the test
 * library.
 */
const ARTICLE_COUNT = 6;

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'the overview of a category, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    /** The articles in the subcategory Measurement, newest first. The tests assign them to three authors. */
    let measurementArticles: ArticleMeta[];

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      measurementArticles = test.library.slice(0, ARTICLE_COUNT);
      const { queries } = test.database;
      const authorRows = await queries.select({ id: authors.id }).from(authors).limit(3);
      for (const [index, author] of [1, 0, 0, 1, 0, 2].entries())
        await queries
          .update(articles)
          .set({ category: 'nsm', subcategory: 'mea', authorId: authorRows[author]!.id })
          .where(eq(articles.id, measurementArticles[index]!.id));
      await queries
        .update(articles)
        .set({ subcategory: 'phy' })
        .where(
          sql`${articles.category} = 'nsm' AND ${articles.id} <> ALL(${sql.param(getIds(measurementArticles))}::uuid[])`,
        );
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      await test.database.queries.update(articles).set({ startsHere: false });
      await test.database.queries.delete(popularArticles);
    });

    const load = () => loadCategoryOverview(test.database.queries, 'nsm', 'mea');
    const recommend = (metas: readonly ArticleMeta[]) =>
      test.database.queries
        .update(articles)
        .set({ startsHere: true })
        .where(inArray(articles.id, getIds(metas)));
    const rank = (metas: readonly ArticleMeta[], day = '2026-03-02') =>
      test.database.queries
        .insert(popularArticles)
        .values(metas.map(({ id }, at) => ({ day, place: at + 1, articleId: id })));

    it('starts with the newest articles if none is recommended or popular', async () => {
      expect(getIds((await load()).startHere)).toEqual(getIds(measurementArticles.slice(0, 3)));
    });

    it('starts with recommended articles, then with popular ones, each of them once', async () => {
      const [first, , third, , fifth, sixth] = measurementArticles as [
        ...[ArticleMeta, ArticleMeta, ArticleMeta],
        ...[ArticleMeta, ArticleMeta, ArticleMeta],
      ];
      await recommend([fifth]);
      await rank([third, fifth, first], '2026-03-01');
      await rank([fifth, sixth, third, first]);
      expect(getIds((await load()).startHere)).toEqual(getIds([fifth, sixth, third]));
      await recommend([first, third]);
      expect(getIds((await load()).startHere)).toEqual(getIds([first, third, fifth]));
    });

    it('starts with articles of the subcategory only, or with those of the whole category', async () => {
      const { queries } = test.database;
      const [other] = await queries
        .select({ id: articles.id })
        .from(articles)
        .where(eq(articles.subcategory, 'phy'));
      await recommend([other as ArticleMeta]);
      expect(getIds((await load()).startHere)).not.toContain(other!.id);
      const categoryOverview = await loadCategoryOverview(queries, 'nsm', undefined);
      expect(categoryOverview.startHere[0]!.id).toBe(other!.id);
      expect(categoryOverview).toMatchObject(getCategoryPageTexts('nsm', undefined));
    });

    it('has no articles to start with if the list below has only those', async () => {
      const { queries } = test.database;
      const movedIds = getIds(measurementArticles.slice(PAGE_SIZES.startHere));
      const move = (subcategory: string) =>
        queries.update(articles).set({ subcategory }).where(inArray(articles.id, movedIds));
      await move('che');
      expect((await load()).startHere).toEqual([]);
      await move('mea');
      expect((await load()).startHere).toHaveLength(3);
    });

    it('lists the authors of the newest articles, those with most articles first', async () => {
      const aliases = (await load()).authors.map(({ alias }) => alias);
      const rows = await test.database.queries
        .select({ id: articles.id, alias: authors.alias })
        .from(articles)
        .innerJoin(authors, eq(authors.id, articles.authorId));
      const byId = new Map(rows.map(({ id, alias }) => [id, alias]));
      expect(aliases).toEqual([1, 0, 5].map((at) => byId.get(measurementArticles[at]!.id)));
      const empty = await loadCategoryOverview(test.database.queries, 'nsm', 'wea');
      expect(empty).toEqual({ ...getCategoryPageTexts('nsm', 'wea'), startHere: [], authors: [] });
    });

    it('leaves out inactive authors and their articles', async () => {
      const { queries } = test.database;
      const [first] = (await load()).authors;
      const setStatus = (status: 'active' | 'inactive') =>
        queries.update(authors).set({ status }).where(eq(authors.alias, first!.alias));
      await setStatus('inactive');
      const { authors: remainingAuthors, startHere } = await load();
      await setStatus('active');
      expect(remainingAuthors).toHaveLength(2);
      expect(startHere).toEqual([]);
    });

    it('is sent by the API, with a clear message for an unknown category', async () => {
      const call = (search: string) => test.app.inject(`/api/v1/categories/overview${search}`);
      const { data } = (await call('?category=nsm&subcategory=mea')).json<{
        data: CategoryOverviewData;
      }>();
      expect(data).toEqual(await load());
      for (const [search, message] of [
        ['', 'category: is not a category.'],
        ['?category=all', 'category: is not a category.'],
        ['?category=nsm&subcategory=bri', 'subcategory: is not a subcategory of "nsm".'],
      ] as const) {
        const response = await call(search);
        expect([response.statusCode, response.json().error]).toEqual([400, message]);
      }
    });

    it('is part of the first page of the newest articles, with its title and description', async () => {
      const loadPage = async (search: string) =>
        (await test.app.inject(`/page-payload/articles${search}`)).json<ArticlesPage>();
      const { title, description, introduction } = getCategoryPageTexts('nsm', 'mea');
      const { head, props } = await loadPage('?category=nsm&subcategory=mea');
      expect(head).toEqual({ title, description, path: '/articles?category=nsm&subcategory=mea' });
      expect(props.overview).toMatchObject({ title, introduction });
      expect(props.overview!.startHere).toHaveLength(3);
      expect(props.overview!.authors).toHaveLength(3);
      expect((await loadPage('?category=nsm')).props.overview?.title).toBe(
        getCategoryPageTexts('nsm', undefined).title,
      );

      const { data } = (await test.app.inject('/api/v1/articles?category=nsm&limit=2')).json();
      for (const search of [
        '',
        '?q=moths',
        '?category=nsm&show=popular',
        `?category=nsm&from=${data.nextToken}`,
      ])
        expect([search, (await loadPage(search)).props.overview]).toEqual([search, undefined]);
    });
  },
);

function getIds(metas: readonly { id: string }[]): string[] {
  return metas.map(({ id }) => id);
}
