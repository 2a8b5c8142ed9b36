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
import { computeMedianReadingMinutes, countArticlesByCategory } from './repository.ts';

type ArticleRow = typeof articles.$inferSelect;

/** Computes the expected counts and the median reading time by reading all visible articles. */
async function countAll({ queries }: Database) {
  const rows = await queries.select().from(articles).where(publishedByActiveAuthorCondition);
  const minutes = rows.map((row) => row.readingMinutes).sort((a, b) => a - b);
  const middle = (minutes[(minutes.length - 1) >> 1]! + minutes[minutes.length >> 1]!) / 2;
  return {
    counts: countArticlesOrAuthorsByCategory(rows),
    median: rows.length ? Math.ceil(middle) : null,
  };
}

async function readCounts({ queries }: Database) {
  return {
    counts: await countArticlesByCategory(queries),
    median: await computeMedianReadingMinutes(queries),
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
  let first: Database;
  let second: Database;
  let rows: ArticleRow[];

  beforeEach(async () => {
    first = await postgres!.openFilled();
    second = await openSecondConnection(first);
    rows = await first.queries.select().from(articles).where(publishedByActiveAuthorCondition);
  });
  afterEach(async () => {
    await second.close();
    await first.close();
  });

  it.runIf(isRunOfAllTests())(
    'stay exact while both connections publish, withdraw and count again',
    async () => {
      // All articles get the same category, subcategory and reading time, so that all concurrent changes affect the
      // same count.
      const [{ category, subcategory }] = rows as [ArticleRow];
      const competingRows = rows.map((row) => ({
        ...row,
        category,
        subcategory,
        readingMinutes: 5,
      }));
      const republish = async (database: Database, row: ArticleRow) => {
        await publish(database, row);
        await withdraw(database, row);
        await publish(database, row);
      };
      await Promise.all([
        ...competingRows.map((row, at) => republish(at % 2 ? first : second, row)),
        rebuildCategoryCounts(first.queries),
        rebuildCategoryCounts(second.queries),
      ]);
      expect(await readCounts(first)).toEqual(await countAll(first));
      expect(await countArticlesByCategory(first.queries)).toEqual({
        [category]: { [subcategory]: competingRows.length },
      });
    },
  );
});
