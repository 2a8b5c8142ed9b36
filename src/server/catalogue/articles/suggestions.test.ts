import { eq, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '#covers/random.ts';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { countArticlesOrAuthorsByCategory } from '#domain/category-counts.ts';
import { getRelatedSubcategoryIds } from '#domain/related-subcategories.ts';
import { rebuildCategoryCounts } from '#server/catalogue/articles/category-counts.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { clearLibrary, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { importTestLibrary } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import {
  computeMedianReadingMinutes,
  countArticlesByCategory,
  listPublishedArticles,
} from './repository.ts';
import { articles } from './schema.ts';
import { listArticleSuggestions, listArticlesInRelatedSubcategories } from './suggestions.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/**
 * The subcategories of the first two categories. All test articles belong to these, so that many of them share a
 * subcategory.
 */
const SUBCATEGORIES = CATEGORIES.slice(0, 2).flatMap(({ id, subcategories }) =>
  subcategories.map((subcategory) => ({ category: id, subcategory: subcategory.id })),
);

describe.each(databases)('article suggestions, on $name', ({ openFilled }) => {
  let database: Database;
  let sample: typeof articles.$inferSelect;
  let authorRows: { id: string }[];
  const random = createSeededRandom('shelves');

  beforeAll(async () => {
    database = await openFilled();
    [sample] = (await database.queries.select().from(articles).limit(1)) as [typeof sample];
    authorRows = await database.queries.select({ id: authors.id }).from(authors).limit(3);
  });
  afterAll(() => database.close());

  /**
   * Creates a library of `size` articles by three authors. Some articles have the same publication time, and some are
   * withdrawn.
   */
  const createArticles = async (size: number) => {
    const { queries } = database;
    await queries.execute(sql`DELETE FROM articles`);
    const rows = Array.from({ length: size }, (_, at) => ({
      ...sample,
      ...random.pick(SUBCATEGORIES),
      id: newId(),
      slug: `article-${at}`,
      authorId: random.pick(authorRows).id,
      readingMinutes: random.integer(1, 9),
      publishedAt: new Date(Date.UTC(2026, 0, random.integer(1, 28))),
      status: random.chance(0.2) ? ('archived' as const) : ('published' as const),
    }));
    if (size) await queries.insert(articles).values(rows);
    await rebuildCategoryCounts(queries);
  };

  /**
   * Computes the expected suggestions with a simple reference implementation, which filters the complete list of
   * articles once for each group of suggestions.
   */
  const computeExpected = (article: ArticleMeta, all: readonly ArticleMeta[], limit: number) => {
    const related = getRelatedSubcategoryIds(article.category, article.subcategory);
    const index = all.findIndex(({ id }) => id === article.id);
    const others = all.toSpliced(index, 1);
    const moreFromAuthor = others
      .filter(({ authorAlias }) => authorAlias === article.authorAlias)
      .slice(0, limit);
    const inCategory = others.filter(({ category }) => category === article.category);
    const inRelatedSubcategories = [article.subcategory, ...related].flatMap((sub) =>
      inCategory.filter(({ subcategory }) => subcategory === sub),
    );
    const similar = new Set([
      ...inRelatedSubcategories,
      ...inCategory,
      ...all.slice(index + 1),
      ...others,
    ]);
    for (const shown of moreFromAuthor) similar.delete(shown);
    return { alsoLike: [...similar].slice(0, limit), moreFromAuthor };
  };

  it.each([0, 1, 7, 50])(
    'count the articles and compute their reading time (%i articles)',
    async (size) => {
      await createArticles(size);
      const { metas } = await listPublishedArticles(database.queries, {}, 50);
      expect(await countArticlesByCategory(database.queries)).toEqual(
        countArticlesOrAuthorsByCategory(metas),
      );
      expect(await computeMedianReadingMinutes(database.queries)).toBe(computeMedianMinutes(metas));
    },
  );

  it('list the newest articles of related subcategories, nearest first', async () => {
    await createArticles(40);
    const { metas } = await listPublishedArticles(database.queries, {}, 50);
    const { category, subcategory } = metas[0]!;
    const related = await listArticlesInRelatedSubcategories(
      database.queries,
      category,
      subcategory,
      2,
    );
    const expected = getRelatedSubcategoryIds(category, subcategory).flatMap((id) =>
      metas.filter((each) => each.category === category && each.subcategory === id).slice(0, 2),
    );
    expect(related).toEqual(expected);
  });

  it('begin with articles that are linked with the current one', async () => {
    await createArticles(40);
    const { queries } = database;
    const { metas } = await listPublishedArticles(queries, {}, 50);
    const [article] = metas as [ArticleMeta];
    const [far, farther, third] = metas.filter(
      ({ authorAlias, category }) =>
        authorAlias !== article.authorAlias && category !== article.category,
    ) as [ArticleMeta, ArticleMeta, ArticleMeta];
    const toLink = ({ path }: ArticleMeta) => path.slice(1).toLowerCase();
    await queries
      .update(articles)
      .set({ linksTo: [toLink(article)] })
      .where(eq(articles.id, third.id));
    const links = [toLink(farther), toLink(far), 'nobody/nothing', toLink(article)];
    const { alsoLike } = await listArticleSuggestions(queries, article, 8, links);
    expect(alsoLike.slice(0, 3)).toEqual([farther, far, third]);
    expect(new Set(alsoLike.map(({ id }) => id)).size).toBe(8);
  });

  it.each([1, 7, 40, 50])(
    'list the most similar articles in libraries of different sizes (%i articles)',
    async (size) => {
      await createArticles(size);
      const { metas } = await listPublishedArticles(database.queries, {}, 50);
      for (const article of metas.slice(0, 12))
        for (const limit of [1, 4, 8])
          expect(await listArticleSuggestions(database.queries, article, limit)).toEqual(
            computeExpected(article, metas, limit),
          );
    },
  );

  it.runIf(isRunOfAllTests())(
    'differ between the articles of the shipped library, with related subcategories on the page',
    async () => {
      await clearLibrary(database);
      await importTestLibrary(database);
      const { metas } = await listPublishedArticles(database.queries, {}, 50);
      const suggestionLists = new Set<string>();
      for (const article of metas) {
        const { alsoLike, moreFromAuthor } = await listArticleSuggestions(
          database.queries,
          article,
          8,
        );
        suggestionLists.add(alsoLike.map(({ id }) => id).join());
        const idsOnPage = new Set([...alsoLike, ...moreFromAuthor].map(({ id }) => id));
        expect(idsOnPage.size).toBe(alsoLike.length + moreFromAuthor.length);
        const inCategory = metas.filter(
          ({ id, category }) => category === article.category && id !== article.id,
        );
        for (const { id } of inCategory) expect(idsOnPage).toContain(id);
      }
      expect(suggestionLists.size).toBe(metas.length);
    },
  );
});

/** Returns the median reading time of articles, rounded up to a whole minute. */
function computeMedianMinutes(metas: readonly ArticleMeta[]): number | null {
  const minutes = metas.map(({ readingMinutes }) => readingMinutes).sort((a, b) => a - b);
  const middle = (minutes.length - 1) / 2;
  const [low, high] = [minutes[Math.floor(middle)], minutes[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : Math.ceil((low + high) / 2);
}
