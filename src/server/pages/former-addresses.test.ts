import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CategoryId } from '#domain/categories.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import {
  deleteFormerAlias,
  lockAuthors,
  saveFormerAlias,
} from '#server/catalogue/authors/author-rows.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import {
  announceContentChangeAndEnqueueJobs,
  publishArticle,
} from '#server/catalogue/publication/publish-article.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

let test: LibraryTestApp;
let article: typeof articles.$inferSelect;
let alias: string;

beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
  const [first] = test.library;
  alias = first!.authorAlias;
  const isFirst = eq(articles.id, first!.id);
  [article] = (await test.database.queries.select().from(articles).where(isFirst)) as [
    typeof article,
  ];
});
afterAll(() => test.close());

/** Requests a path until its response has this status. Returns the path to which it redirects. */
async function follow(path: string, status: 200 | 301): Promise<string | undefined> {
  await expect
    .poll(async () => (await test.app.inject(path)).statusCode, { message: path })
    .toBe(status);
  return (await test.app.inject(path)).headers.location;
}

describe('an article with another slug', () => {
  const publishAs = (slug: string) =>
    test.database.queries.transaction(async (transaction) => {
      await lockAuthors(transaction, [article.authorId]);
      const { linksTo: _, category, ...row } = article;
      await publishArticle(transaction, { ...row, category: category as CategoryId, slug });
    });
  const pathOf = (slug: string) => `/${alias}/${slug}`;

  it('is found at all of its former addresses, in one step', async () => {
    await publishAs('second-slug');
    await publishAs('third-slug');
    for (const former of [article.slug, 'second-slug']) {
      expect(await follow(pathOf(former), 301)).toBe(pathOf('third-slug'));
      expect(await follow(`${pathOf(former)}.md`, 301)).toBe(`${pathOf('third-slug')}.md`);
      const { redirect } = (await test.app.inject(`/page-payload${pathOf(former)}`)).json();
      expect(redirect).toBe(pathOf('third-slug'));
    }
    expect(await follow(`${pathOf(article.slug)}?from=mail`, 301)).toBe(
      `${pathOf('third-slug')}?from=mail`,
    );
  });

  it('can have a former address again, and redirects the other ones to it', async () => {
    await publishAs(article.slug);
    await follow(pathOf(article.slug), 200);
    for (const former of ['second-slug', 'third-slug'])
      expect(await follow(pathOf(former), 301)).toBe(pathOf(article.slug));
  });
});

describe('an author with another alias', () => {
  const renameTo = (name: string, former: string) =>
    test.database.queries.transaction(async (transaction) => {
      await lockAuthors(transaction, [article.authorId]);
      await deleteFormerAlias(transaction, normalizeAlias(name));
      await saveFormerAlias(transaction, normalizeAlias(former), article.authorId);
      await transaction
        .update(authors)
        .set({ alias: name, aliasKey: normalizeAlias(name) })
        .where(eq(authors.id, article.authorId));
      await announceContentChangeAndEnqueueJobs(transaction, [
        'authors',
        'list',
        `author:${normalizeAlias(former)}`,
        `author:${normalizeAlias(name)}`,
        `articles-of:${normalizeAlias(former)}`,
        `article:${article.id}`,
      ]);
    });

  it.each([
    ['/authors/{alias}', '/authors/Renamed'],
    ['/authors/{alias}/articles', '/authors/Renamed/articles'],
    ['/authors/{alias}/feed.xml', '/authors/Renamed/feed.xml'],
    ['/authors/{alias}/feed.atom', '/authors/Renamed/feed.atom'],
    ['/authors/{alias}/feed.json', '/authors/Renamed/feed.json'],
    ['/{alias}', '/authors/Renamed'],
    ['/{alias}/{slug}', '/Renamed/{slug}'],
    ['/{alias}/{slug}.md', '/Renamed/{slug}.md'],
    ['/{alias}/second-slug', '/Renamed/{slug}'],
  ])('is found at %s', async (former, current) => {
    const fillIn = (path: string) => path.replace('{alias}', alias).replace('{slug}', article.slug);
    if (!(await isRenamed())) await renameTo('Renamed', alias);
    expect(await follow(fillIn(former), 301)).toBe(fillIn(current));
  });

  it('has its articles in the API by either alias, also after a new publication', async () => {
    if (!(await isRenamed())) await renameTo('Renamed', alias);
    const list = async (by: string, more = '') => {
      const url = `/api/v1/articles?alias=${by}&limit=1${more}`;
      const { metas, nextToken } = (await test.app.inject(url)).json().data;
      return { titles: metas.map(({ title }: { title: string }) => title), nextToken };
    };
    const first = await list(alias);
    expect(first.titles).toHaveLength(1);
    expect((await list('Renamed')).titles).toEqual(first.titles);
    if (first.nextToken)
      expect((await list(alias, `&nextToken=${first.nextToken}`)).titles).toHaveLength(1);

    await test.database.queries.transaction(async (transaction) => {
      await lockAuthors(transaction, [article.authorId]);
      const { linksTo: _, category, ...row } = article;
      const publishedAt = new Date();
      const next = {
        ...row,
        id: newId(),
        slug: 'a-new-article',
        title: 'A new article',
        publishedAt,
      };
      await publishArticle(transaction, { ...next, category: category as CategoryId });
    });
    await expect.poll(async () => (await list('Renamed')).titles).toEqual(['A new article']);
    await expect.poll(async () => (await list(alias)).titles).toEqual(['A new article']);
  });

  it('can have the former alias again', async () => {
    await renameTo(alias, 'Renamed');
    await follow(`/authors/${alias}`, 200);
    expect(await follow('/authors/Renamed', 301)).toBe(`/authors/${alias}`);
    expect(await follow(`/Renamed/${article.slug}`, 301)).toBe(`/${alias}/${article.slug}`);
  });

  async function isRenamed(): Promise<boolean> {
    const isRenamedAuthor = eq(authors.alias, 'Renamed');
    return (await test.database.queries.$count(authors, isRenamedAuthor)) > 0;
  }
});
