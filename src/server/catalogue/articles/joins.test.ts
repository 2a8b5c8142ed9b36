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
  findArticleLabels,
} from './joins.ts';
import { articles } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** A stand-in for a table of another module. Its rows refer to articles and authors by ID. */
const notes = pgTable('notes', { articleId: uuid('article_id'), authorId: uuid('author_id') });

describe.each(databases)('join subqueries of articles and authors, on $name', (on) => {
  let database: Database;
  let [withdrawn, left, other] = ['', '', ''];

  beforeAll(async () => {
    database = await on.openFilled();
    const { queries } = database;
    await queries.execute('CREATE TABLE notes (article_id uuid, author_id uuid)');
    const written = await queries.select().from(articles).orderBy(asc(articles.id));
    await queries
      .insert(notes)
      .values(written.map(({ id, authorId }) => ({ articleId: id, authorId })));
    [withdrawn, left] = [written[0]!.id, written[1]!.authorId];
    other = written.find(({ authorId }) => authorId !== left)!.authorId;
    await queries.update(articles).set({ status: 'archived' }).where(eq(articles.id, withdrawn));
    await queries.update(authors).set({ status: 'inactive' }).where(eq(authors.id, left));
  });
  afterAll(() => database.close());

  it('exclude withdrawn articles and articles of retired authors', async () => {
    const published = createPublishedArticleSubquery(notes.articleId);
    const rows = await database.queries
      .select({ id: published.id })
      .from(notes)
      .crossJoinLateral(published);
    const theirs = await database.queries
      .select()
      .from(articles)
      .where(eq(articles.authorId, left));
    const missing = new Set([withdrawn, ...theirs.map(({ id }) => id)]);
    expect(missing.size).toBeGreaterThan(1);
    expect(rows).toHaveLength(20 - missing.size);
    expect(rows.filter(({ id }) => missing.has(id))).toEqual([]);
  });

  it('exclude retired authors', async () => {
    const rows = await database.queries
      .selectDistinct({ id: activeAuthorsSubquery.id })
      .from(notes)
      .innerJoin(activeAuthorsSubquery, eq(activeAuthorsSubquery.id, notes.authorId));
    expect(rows).toHaveLength(9);
    expect(rows).not.toContainEqual({ id: left });
  });

  it('list the newest articles of an author after a cursor', async () => {
    const { queries } = database;
    const all = await queries
      .select({ id: articles.id, publishedAt: articles.publishedAt })
      .from(articles)
      .where(eq(articles.authorId, other))
      .orderBy(desc(articles.publishedAt), desc(articles.id));
    expect(all).toHaveLength(2);
    const list = (
      ...[limit, after]: [number, Parameters<typeof createAuthorNewestArticlesSubquery>[2]?]
    ) => {
      const newest = createAuthorNewestArticlesSubquery(authors.id, limit, after);
      return queries
        .select({ id: newest.id, publishedAt: newest.publishedAt })
        .from(authors)
        .crossJoinLateral(newest)
        .where(eq(authors.id, other));
    };
    expect(await list(1)).toEqual(all.slice(0, 1));
    const place = { id: all[0]!.id, publishedAt: all[0]!.publishedAt.toISOString() };
    expect(await list(5, place)).toEqual(all.slice(1));
  });

  it('return the names of articles and authors, including withdrawn ones', async () => {
    const { queries } = database;
    const titles = await findArticleLabels(queries, [withdrawn, withdrawn]);
    expect([...titles.keys()]).toEqual([withdrawn]);
    const { author, title, path } = titles.get(withdrawn)!;
    expect(path).toMatch(`/${author}/`);
    expect(title).not.toBe('');
    expect((await findAliasesByAuthorId(queries, [left])).get(left)).toMatch(/^[A-Z]/);
    expect([
      await findArticleLabels(queries, []),
      await findAliasesByAuthorId(queries, []),
    ]).toEqual([new Map(), new Map()]);
  });
});
