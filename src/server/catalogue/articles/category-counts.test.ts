import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CategoryId } from '#domain/categories.ts';
import { countArticlesOrAuthorsByCategory } from '#domain/category-counts.ts';
import { publishedByActiveAuthorCondition } from '#server/catalogue/articles/article-metas.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { reinstateAuthor, retireAuthor } from '#server/catalogue/author-retirement/service.ts';
import { lockAuthors } from '#server/catalogue/authors/author-rows.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  findPostgresTestEngine,
  openSecondConnection,
  selectTestDatabaseEngines,
} from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { publishArticle, withdrawArticles } from '../publication/publish-article.ts';
import { rebuildCategoryCounts } from './category-counts.ts';
import { countArticlesByCategory, findMedianReadingMinutes } from './repository.ts';

type ArticleRow = typeof articles.$inferSelect;

/** Computes the expected counts and the median reading time by reading all visible articles. */
async function countAll({ queries }: Database) {
  const rows = await queries.select().from(articles).where(publishedByActiveAuthorCondition);
  const minutes = rows.map((row) => row.readingMinutes).sort((one, other) => one - other);
  const middle = (minutes[(minutes.length - 1) >> 1]! + minutes[minutes.length >> 1]!) / 2;
  return {
    counts: countArticlesOrAuthorsByCategory(rows),
    median: rows.length ? Math.ceil(middle) : null,
  };
}

async function readCounts({ queries }: Database) {
  return {
    counts: await countArticlesByCategory(queries),
    median: await findMedianReadingMinutes(queries),
  };
}

async function publish({ queries }: Database, row: ArticleRow): Promise<void> {
  await queries.transaction(async (transaction) => {
    await lockAuthors(transaction, [row.authorId]);
    const { category, ...columns } = row;
    await publishArticle(transaction, { ...columns, category: category as CategoryId });
  });
}

async function withdraw({ queries }: Database, { id, authorId }: ArticleRow): Promise<void> {
  await queries.transaction(async (transaction) => {
    await lockAuthors(transaction, [authorId]);
    await withdrawArticles(transaction, [id]);
  });
}

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'the article counts, on $name',
  ({ openFilled }) => {
    let database: Database;
    let rows: ArticleRow[];

    beforeAll(async () => {
      database = await openFilled();
      rows = await database.queries.select().from(articles).where(publishedByActiveAuthorCondition);
    });
    afterAll(() => database.close());
    afterEach(async () => expect(await readCounts(database)).toEqual(await countAll(database)));

    it('include the imported articles', async () => {
      expect((await readCounts(database)).counts).not.toEqual({});
    });

    it('follow an article that is withdrawn and published again', async () => {
      const [article] = rows as [ArticleRow];
      await withdraw(database, article);
      expect(await readCounts(database)).toEqual(await countAll(database));
      await publish(database, article);
    });

    it('follow an article that changes its category and its length', async () => {
      const [article, other] = rows as [ArticleRow, ArticleRow];
      const { category, subcategory } = rows.find((row) => row.category !== article.category)!;
      await publish(database, { ...article, category, subcategory, readingMinutes: 90 });
      await publish(database, { ...other, readingMinutes: 91 });
    });

    it.each(['keep', 'archive'] as const)(
      'follow an author who is retired with the policy "%s" and reinstated',
      async (policy) => {
        const { authorId } = rows.at(-1)!;
        await retireAuthor(database.queries, authorId, policy);
        expect(await readCounts(database)).toEqual(await countAll(database));
        await reinstateAuthor(database.queries, authorId);
      },
    );

    it('are counted again after articles were changed in another way', async () => {
      await database.queries
        .update(articles)
        .set({ subcategory: 'moved' })
        .where(eq(articles.id, rows[0]!.id));
      expect(await readCounts(database)).not.toEqual(await countAll(database));
      await rebuildCategoryCounts(database.queries);
    });
  },
);

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('the article counts, with two connections', () => {
  let one: Database;
  let other: Database;
  let rows: ArticleRow[];

  beforeEach(async () => {
    one = await postgres!.openFilled();
    other = await openSecondConnection(one);
    rows = await one.queries.select().from(articles).where(publishedByActiveAuthorCondition);
  });
  afterEach(async () => {
    await other.close();
    await one.close();
  });

  it.runIf(isRunOfAllTests())(
    'stay exact while both connections publish, withdraw and count again',
    async () => {
      // All articles get the same category, subcategory and reading time, so that all changes compete for the same count.
      const [{ category, subcategory }] = rows as [ArticleRow];
      const crowd = rows.map((row) => ({ ...row, category, subcategory, readingMinutes: 5 }));
      const cycle = async (database: Database, row: ArticleRow) => {
        await publish(database, row);
        await withdraw(database, row);
        await publish(database, row);
      };
      await Promise.all([
        ...crowd.map((row, at) => cycle(at % 2 ? one : other, row)),
        rebuildCategoryCounts(one.queries),
        rebuildCategoryCounts(other.queries),
      ]);
      expect(await readCounts(one)).toEqual(await countAll(one));
      expect(await countArticlesByCategory(one.queries)).toEqual({
        [category]: { [subcategory]: crowd.length },
      });
    },
  );
});
