import { asc, desc, eq } from 'drizzle-orm';
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAliasesByAuthorId } from '#server/catalogue/authors/author-rows.ts';
import { activeAuthorsSubquery } from '#server/catalogue/authors/repository.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createAuthorNewestArticlesSubquery,
  createPublishedArticleSubquery,
  findArticleTitlesAndPaths,
} from './joins.ts';
import { articles } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** A stand-in for a table of another module. Its rows refer to articles and authors by ID. */
const notes = pgTable('notes', { articleId: uuid('article_id'), authorId: uuid('author_id') });

describe.each(databases)('join subqueries of articles and authors, on $name', ({ openFilled }) => {
  let database: Database;
  let [withdrawnId, retiredAuthorId, otherAuthorId] = ['', '', ''];

  beforeAll(async () => {
    database = await openFilled();
    const { queries } = database;
    await queries.execute('CREATE TABLE notes (article_id uuid, author_id uuid)');
    const allArticles = await queries.select().from(articles).orderBy(asc(articles.id));
    await queries
      .insert(notes)
      .values(allArticles.map(({ id, authorId }) => ({ articleId: id, authorId })));
    [withdrawnId, retiredAuthorId] = [allArticles[0]!.id, allArticles[1]!.authorId];
    otherAuthorId = allArticles.find(({ authorId }) => authorId !== retiredAuthorId)!.authorId;
    await queries.update(articles).set({ status: 'archived' }).where(eq(articles.id, withdrawnId));
    await queries
      .update(authors)
      .set({ status: 'inactive' })
      .where(eq(authors.id, retiredAuthorId));
  });
  afterAll(() => database.close());

  it('exclude withdrawn articles and articles of retired authors', async () => {
    const published = createPublishedArticleSubquery(notes.articleId);
    const rows = await database.queries
      .select({ id: published.id })
      .from(notes)
      .crossJoinLateral(published);
    const retiredAuthorArticles = await database.queries
      .select()
      .from(articles)
      .where(eq(articles.authorId, retiredAuthorId));
    const hiddenIds = new Set([withdrawnId, ...retiredAuthorArticles.map(({ id }) => id)]);
    expect(hiddenIds.size).toBeGreaterThan(1);
    expect(rows).toHaveLength(20 - hiddenIds.size);
    expect(rows.filter(({ id }) => hiddenIds.has(id))).toEqual([]);
  });

  it('exclude retired authors', async () => {
    const rows = await database.queries
      .selectDistinct({ id: activeAuthorsSubquery.id })
      .from(notes)
      .innerJoin(activeAuthorsSubquery, eq(activeAuthorsSubquery.id, notes.authorId));
    expect(rows).toHaveLength(9);
    expect(rows).not.toContainEqual({ id: retiredAuthorId });
  });

  it('list the newest articles of an author after a cursor', async () => {
    const { queries } = database;
    const authorArticles = await queries
      .select({ id: articles.id, publishedAt: articles.publishedAt })
      .from(articles)
      .where(eq(articles.authorId, otherAuthorId))
      .orderBy(desc(articles.publishedAt), desc(articles.id));
    expect(authorArticles).toHaveLength(2);
    const listNewest = (
      ...[limit, after]: [number, Parameters<typeof createAuthorNewestArticlesSubquery>[2]?]
    ) => {
      const newest = createAuthorNewestArticlesSubquery(authors.id, limit, after);
      return queries
        .select({ id: newest.id, publishedAt: newest.publishedAt })
        .from(authors)
        .crossJoinLateral(newest)
        .where(eq(authors.id, otherAuthorId));
    };
    expect(await listNewest(1)).toEqual(authorArticles.slice(0, 1));
    const cursor = {
      id: authorArticles[0]!.id,
      publishedAt: authorArticles[0]!.publishedAt.toISOString(),
    };
    expect(await listNewest(5, cursor)).toEqual(authorArticles.slice(1));
  });

  it('return the names of articles and authors, including withdrawn ones', async () => {
    const { queries } = database;
    const titles = await findArticleTitlesAndPaths(queries, [withdrawnId, withdrawnId]);
    expect([...titles.keys()]).toEqual([withdrawnId]);
    const { author, title, path } = titles.get(withdrawnId)!;
    expect(path).toMatch(`/${author}/`);
    expect(title).not.toBe('');
    expect((await findAliasesByAuthorId(queries, [retiredAuthorId])).get(retiredAuthorId)).toMatch(
      /^[A-Z]/,
    );
    expect([
      await findArticleTitlesAndPaths(queries, []),
      await findAliasesByAuthorId(queries, []),
    ]).toEqual([new Map(), new Map()]);
  });
});
