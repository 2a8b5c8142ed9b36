import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import {
  type Library,
  type LibraryArticle,
  readLibrary,
} from '#server/catalogue/library/library.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';

const ORIGIN = 'http://localhost:3000';

let test: TestApp;
let library: Library;
let article: LibraryArticle;
let alias: string;

beforeAll(async () => {
  test = await createTestApp(await pgliteTestEngine.openFilled());
  library = await readLibrary(TEST_LIBRARY_FOLDER);
  article = library.articles[0]!;
  alias = library.authors.find(
    (author) => normalizeAlias(author.alias) === article.aliasKey,
  )!.alias;
});
afterAll(() => test.close());

/** Imports the test library after changing the slug of its first article. */
const publishWithSlug = (slug: string) =>
  importLibrary(test.database.queries, {
    ...library,
    articles: library.articles.map((each) =>
      each.id === article.id ? { ...each, slug, hash: slug } : each,
    ),
  });
/** Imports the test library after changing the alias of its first article's author. Also imports `extraArticles`. */
const publishWithAlias = (name: string, extraArticles: LibraryArticle[] = []) =>
  importLibrary(test.database.queries, {
    ...library,
    authors: library.authors.map((each) =>
      each.alias === alias
        ? { ...each, alias: name, hash: name, profile: { ...each.profile, alias: name } }
        : each,
    ),
    articles: [...library.articles, ...extraArticles].map((each) =>
      each.aliasKey === article.aliasKey ? { ...each, aliasKey: normalizeAlias(name) } : each,
    ),
  });

/** Requests `path` until the response has the given status. Returns the URL in the response's `Location` header. */
async function follow(path: string, status: 200 | 301): Promise<string | undefined> {
  await expect
    .poll(async () => (await test.app.inject(path)).statusCode, { message: path })
    .toBe(status);
  return (await test.app.inject(path)).headers.location;
}

describe('an article with another slug', () => {
  const getPath = (slug: string) => `/${alias}/${slug}`;

  it('is found at all of its former addresses, in one step', async () => {
    await publishWithSlug('second-slug');
    await publishWithSlug('third-slug');
    for (const former of [article.slug, 'second-slug']) {
      expect(await follow(getPath(former), 301)).toBe(getPath('third-slug'));
      expect(await follow(`${getPath(former)}.md`, 301)).toBe(`${getPath('third-slug')}.md`);
      const { redirect } = (await test.app.inject(`/page-payload${getPath(former)}`)).json();
      expect(redirect).toBe(getPath('third-slug'));
    }
    expect(await follow(`${getPath(article.slug)}?from=mail`, 301)).toBe(
      `${getPath('third-slug')}?from=mail`,
    );
  });

  it('can have a former address again, and redirects the other ones to it', async () => {
    await publishWithSlug(article.slug);
    await follow(getPath(article.slug), 200);
    for (const former of ['second-slug', 'third-slug'])
      expect(await follow(getPath(former), 301)).toBe(getPath(article.slug));
  });
});

describe('an author with another alias', () => {
  beforeAll(() => publishWithAlias('Renamed'));

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
    ['/embed/{alias}/{slug}', '/embed/Renamed/{slug}'],
    ['/embed/{alias}/second-slug', '/embed/Renamed/{slug}'],
    [`/oembed?url=${ORIGIN}/{alias}/{slug}`, `/oembed?url=${ORIGIN}/Renamed/{slug}`],
    [`/oembed?url=${ORIGIN}/{alias}/second-slug`, `/oembed?url=${ORIGIN}/Renamed/{slug}`],
    [`/oembed?url=${ORIGIN}/authors/{alias}`, `/oembed?url=${ORIGIN}/authors/Renamed`],
  ])('is found at %s', async (former, current) => {
    const fillTemplate = (path: string) =>
      path.replace('{alias}', alias).replace('{slug}', article.slug);
    expect(await follow(fillTemplate(former), 301)).toBe(fillTemplate(current));
  });

  it('has its articles in the API by either alias, also after a new publication', async () => {
    await follow(`/authors/${alias}`, 301);
    const listSlugs = async (alias: string, query = '') => {
      const url = `/api/v1/articles?alias=${alias}&limit=1${query}`;
      const { metas, nextToken } = (await test.app.inject(url)).json().data;
      return { slugs: metas.map(({ path }: ArticleMeta) => path.split('/').at(-1)), nextToken };
    };
    const first = await listSlugs(alias);
    expect(first.slugs).toHaveLength(1);
    expect((await listSlugs('Renamed')).slugs).toEqual(first.slugs);
    expect((await listSlugs(alias, `&nextToken=${first.nextToken}`)).slugs).toHaveLength(1);

    const slug = 'a-new-article';
    const id = newId();
    const content = { ...article.article, id, published: new Date().toISOString() };
    await publishWithAlias('Renamed', [{ ...article, id, slug, hash: slug, article: content }]);
    await expect.poll(async () => (await listSlugs('Renamed')).slugs).toEqual([slug]);
    await expect.poll(async () => (await listSlugs(alias)).slugs).toEqual([slug]);
  });

  it('can have the former alias again', async () => {
    await publishWithAlias(alias);
    await follow(`/authors/${alias}`, 200);
    expect(await follow('/authors/Renamed', 301)).toBe(`/authors/${alias}`);
    expect(await follow(`/Renamed/${article.slug}`, 301)).toBe(`/${alias}/${article.slug}`);
  });
});
