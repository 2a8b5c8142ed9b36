import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { XMLParser } from 'fast-xml-parser';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Article } from '#domain/article.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { findFullArticlesByIds } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { TextDocumentCache } from '../text-document-cache.ts';
import { sitemapRoutes } from './routes.ts';

const ORIGIN = 'https://octavo.example';
const PARSER = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' });

interface SitemapEntry {
  loc: string;
  lastmod?: string;
  'image:image'?: { 'image:loc': string };
}

describe.each(await selectTestDatabaseEngines())('the sitemap, on $name', ({ openFilled }) => {
  let database: Database;
  let library: Article[];
  let app: FastifyInstance;
  let invalidate: (keys: readonly string[]) => void;

  beforeAll(async () => {
    database = await openFilled();
    const rows = await database.queries.select({ id: articles.id }).from(articles);
    const ids = rows.map(({ id }) => id);
    library = await findFullArticlesByIds(database.queries, ids);
  });
  afterAll(() => database.close());
  afterEach(() => vi.useRealTimers());

  const startApp = (maxPartSize?: number) => {
    app = fastify();
    const documents = new TextDocumentCache({ queries: database.queries, count: async () => {} });
    const parts = sitemapRoutes(app, documents, ORIGIN, maxPartSize);
    invalidate = (keys) => {
      documents.invalidate(keys);
      parts.invalidate(keys);
    };
  };
  const get = async (path: string) => {
    const { statusCode, body, headers } = await app.inject(path);
    return { statusCode, body, headers };
  };
  /** Reads a sitemap or an index, validates it against its schema, and returns its entries by path. */
  const readSitemap = async (path: string) => {
    const { statusCode, body } = await get(path);
    expect(statusCode, path).toBe(200);
    expect(await listSchemaErrors(body)).toEqual([]);
    const { urlset, sitemapindex } = PARSER.parse(body);
    const entries: SitemapEntry[] = urlset?.url ?? sitemapindex.sitemap;
    return {
      isIndex: sitemapindex !== undefined,
      entries: new Map(entries.map((entry) => [entry.loc.slice(ORIGIN.length), entry])),
    };
  };
  const readPaths = async (path: string) => [...(await readSitemap(path)).entries.keys()];
  const update = async ({ id }: Article, change: Partial<typeof articles.$inferInsert>) => {
    await database.queries.update(articles).set(change).where(eq(articles.id, id));
    invalidate(['list', `article:${id}`]);
  };

  it('of a small library contains each article with its cover and last change', async () => {
    startApp();
    const { entries, isIndex } = await readSitemap('/sitemap.xml');
    expect(isIndex).toBe(false);
    for (const { path, image, updatedAt } of library)
      expect(entries.get(path)).toEqual({
        loc: ORIGIN + path,
        lastmod: updatedAt,
        'image:image': { 'image:loc': new URL(image.src, ORIGIN).href },
      });
  });

  it('contains authors, and the lists with their last change', async () => {
    startApp();
    const { entries } = await readSitemap('/sitemap.xml');
    const findNewest = (listedArticles: readonly Article[]) =>
      listedArticles
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1);
    for (const { authorAlias, category, subcategory } of library) {
      expect(entries.get(authorPath(authorAlias))?.lastmod).toBeDefined();
      const inCategory = library.filter((article) => article.category === category);
      expect(entries.get(categoryPath(category))?.lastmod).toBe(findNewest(inCategory));
      const inSubcategory = inCategory.filter((article) => article.subcategory === subcategory);
      expect(entries.get(categoryPath(category, subcategory))?.lastmod).toBe(
        findNewest(inSubcategory),
      );
    }
    expect(entries.get('/articles')?.lastmod).toBe(findNewest(library));
    expect(entries.get('/terms')?.lastmod).toBeUndefined();
    const lists = [...entries.keys()].filter((path) => path.startsWith('/articles?'));
    const nonEmptyCategories = new Set(
      library.flatMap(({ category, subcategory }) => [category, `${category}/${subcategory}`]),
    );
    expect(lists).toHaveLength(nonEmptyCategories.size);
  });

  it('has an entity tag that does not depend on the time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    startApp();
    const first = await get('/sitemap.xml');
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
    startApp();
    const second = await get('/sitemap.xml');
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(first.headers['cache-control']).toContain('public');
  });

  it('of a large library is an index, whose parts contain each URL once', async () => {
    startApp();
    const allPaths = await readPaths('/sitemap.xml');
    startApp(5);
    const { entries: parts, isIndex } = await readSitemap('/sitemap.xml');
    expect(isIndex).toBe(true);
    const foundPaths: string[] = [];
    for (const [part, { lastmod }] of parts) {
      const { entries } = await readSitemap(part);
      const changes = [...entries.values()].flatMap((entry) => entry.lastmod ?? []);
      expect(lastmod, part).toBe(changes.toSorted().at(-1));
      foundPaths.push(...entries.keys());
    }
    expect(foundPaths.toSorted()).toEqual(allPaths.toSorted());
  });

  it('divides a month with too many articles into days, and such a day into hours', async () => {
    await withPublicationTimes(
      ['2020-01-05T10:00:00Z', '2020-01-05T10:30:00Z', '2020-01-05T12:00:00Z'].concat(
        '2020-01-31T23:59:59.999Z',
        '2020-02-01T00:00:00Z',
      ),
      async () => {
        startApp(2);
        const parts = (await readPaths('/sitemap.xml')).filter((path) => path.includes('-2020-'));
        expect(parts).toEqual([
          '/sitemap-2020-01-05T10.xml',
          '/sitemap-2020-01-05T12.xml',
          '/sitemap-2020-01-31.xml',
          '/sitemap-2020-02.xml',
        ]);
        expect(await readPaths(parts[0]!)).toEqual([library[0]!.path, library[1]!.path]);
        expect((await get('/sitemap-2020-01.xml')).statusCode).toBe(404);
        expect((await get('/sitemap-2020-01-05.xml')).statusCode).toBe(404);
      },
    );
  });

  it('keeps the parts of old articles when an article is published or withdrawn', async () => {
    await withPublicationTimes(['2020-01-05T10:00:00Z', '2020-03-05T10:00:00Z'], async () => {
      startApp(2);
      const { entries: before } = await readSitemap('/sitemap.xml');
      const { body } = await get('/sitemap-2020-03.xml');

      await update(library[0]!, { status: 'archived' });
      const { entries: afterWithdrawal } = await readSitemap('/sitemap.xml');
      expect(afterWithdrawal.has('/sitemap-2020-01.xml')).toBe(false);
      expect((await get('/sitemap-2020-01.xml')).statusCode).toBe(404);
      expect(afterWithdrawal.get('/sitemap-2020-03.xml')).toEqual(
        before.get('/sitemap-2020-03.xml'),
      );
      expect((await get('/sitemap-2020-03.xml')).body).toBe(body);

      await update(library[0]!, { status: 'published' });
      expect((await readSitemap('/sitemap.xml')).entries).toEqual(before);
    });
  });

  it('shows a changed article in the index and in its part', async () => {
    await withPublicationTimes(['2020-01-05T10:00:00Z'], async () => {
      startApp(2);
      await readSitemap('/sitemap.xml');
      await readSitemap('/sitemap-2020-01.xml');
      const updatedAt = new Date('2026-06-07T08:09:10.111Z');
      await update(library[0]!, { updatedAt });
      const lastmod = updatedAt.toISOString();
      expect((await readSitemap('/sitemap.xml')).entries.get('/sitemap-2020-01.xml')).toMatchObject(
        {
          lastmod,
        },
      );
      const { entries } = await readSitemap('/sitemap-2020-01.xml');
      expect(entries.get(library[0]!.path)).toMatchObject({ lastmod });
    });
  });

  it('lists the authors of a large library by their first letter', async () => {
    startApp(5);
    const [first] = await database.queries
      .select({ alias: authors.alias })
      .from(authors)
      .where(eq(authors.status, 'active'))
      .orderBy(authors.aliasKey);
    const path = `/sitemap-authors-${first!.alias[0]!.toLowerCase()}.xml`;
    expect(await readPaths(path)).toContain(authorPath(first!.alias));

    const isFirst = eq(authors.alias, first!.alias);
    await database.queries.update(authors).set({ status: 'inactive' }).where(isFirst);
    invalidate(['authors']);
    const body = (await get(path)).body;
    expect(body).not.toContain(`>${ORIGIN}${authorPath(first!.alias)}<`);
    await database.queries.update(authors).set({ status: 'active' }).where(isFirst);
  });

  it.each([
    '/sitemap-0.xml',
    '/sitemap-authors-.xml',
    '/sitemap-2026-13.xml',
    '/sitemap-2026-02-30.xml',
    '/sitemap-2026-11-30T25.xml',
    '/sitemap-2026-11T14.xml',
    '/sitemap-1815-12.xml',
    // The names of the following files refer to periods whose start or end the database cannot store.
    '/sitemap-0000-01.xml',
    '/sitemap-0000-12-31.xml',
    '/sitemap-0000-01-01T00.xml',
    '/sitemap-9999-12.xml',
    '/sitemap-9999-12-31T23.xml',
  ])('has no part %s', async (path) => {
    startApp(5);
    expect((await get(path)).statusCode).toBe(404);
  });

  /** Calls `run` while the first articles of the library have the given times as their publication and update times. */
  async function withPublicationTimes(times: readonly string[], run: () => Promise<void>) {
    const { queries } = database;
    for (const [index, time] of times.entries())
      await queries
        .update(articles)
        .set({ publishedAt: new Date(time), updatedAt: new Date(time) })
        .where(eq(articles.id, library[index]!.id));
    try {
      await run();
    } finally {
      for (const { id, createdAt, updatedAt } of library)
        await queries
          .update(articles)
          .set({ publishedAt: new Date(createdAt), updatedAt: new Date(updatedAt) })
          .where(eq(articles.id, id));
    }
  }
});

const SCHEMA_FOLDER = new URL('../../../../tests/fixtures/sitemaps/', import.meta.url);
const readSchema = (fileName: string) => ({
  fileName,
  contents: readFileSync(new URL(fileName, SCHEMA_FOLDER), 'utf8'),
});
const IMPORTED_SCHEMAS = ['sitemap.xsd', 'sitemap-image.xsd'].map(readSchema);

/** Validates a sitemap or sitemap index against its XML schema, and returns the errors. */
async function listSchemaErrors(xml: string): Promise<string[]> {
  const schema = readSchema(xml.includes('<sitemapindex') ? 'siteindex.xsd' : 'all.xsd');
  const { errors } = await validateXML({
    xml: { fileName: 'sitemap.xml', contents: xml },
    schema: [schema],
    preload: IMPORTED_SCHEMAS,
  });
  return errors.map(({ message }) => message);
}
