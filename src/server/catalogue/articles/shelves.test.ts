import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES, subcategoryOf } from '#domain/categories.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { seededRandom } from '#server/catalogue/drawing/random.ts';
import type { Database } from '#server/platform/db/database.ts';
import { fillWithShippedLibrary } from '#server/testing/app.ts';
import { empty, testDatabases } from '#server/testing/databases.ts';
import { listArticles } from './repository.ts';
import { articles } from './schema.ts';
import { listAlsoLike } from './shelves.ts';

/** Two categories, so that their subcategories hold several articles each. */
const FIELDS = CATEGORIES.slice(0, 2).flatMap(({ id, subcategories }) =>
  subcategories.map((subcategory) => ({ category: id, subcategory: subcategory.id })),
);

describe.each(await testDatabases())('what to read after an article, on $name', ({ open }) => {
  let database: Database;
  const random = seededRandom('shelves');

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** A shelf of so many articles, some published at the same moment, some withdrawn, by three authors. */
  const fill = async (size: number) => {
    const { queries } = database;
    await empty(database);
    await fillWithShippedLibrary(database);
    const [sample] = await queries.select().from(articles).limit(1);
    const writers = await queries.select({ id: authors.id }).from(authors).limit(3);
    await queries.execute(sql`DELETE FROM articles`);
    const rows = Array.from({ length: size }, (_, at) => ({
      ...sample!,
      ...random.pick(FIELDS),
      id: newId(),
      slug: `article-${at}`,
      authorId: random.pick(writers).id,
      publishedAt: new Date(Date.UTC(2026, 0, random.integer(1, 28))),
      status: random.chance(0.2) ? ('archived' as const) : ('published' as const),
    }));
    if (size) await queries.insert(articles).values(rows);
  };

  /** The same said in plain words: circle by circle, from a list of everything. */
  const expected = (article: ArticleMeta, all: readonly ArticleMeta[], limit: number) => {
    const { related } = subcategoryOf(article.category, article.subcategory);
    const others = all.filter(({ authorAlias }) => authorAlias !== article.authorAlias);
    const inCategory = others.filter(({ category }) => category === article.category);
    const near = [article.subcategory, ...related].flatMap((sub) =>
      inCategory.filter(({ subcategory }) => subcategory === sub),
    );
    return [...new Set([...near, ...inCategory, ...others])].slice(0, limit);
  };

  it.each([1, 7, 40, 50])(
    'is the nearest first, whatever the shelf (%i articles)',
    async (size) => {
      await fill(size);
      const { metas } = await listArticles(database.queries, {}, 50);
      for (const article of metas.slice(0, 12))
        for (const limit of [1, 4, 8])
          expect(await listAlsoLike(database.queries, article, limit)).toEqual(
            expected(article, metas, limit),
          );
    },
  );
});
