import { eq } from 'drizzle-orm';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { sitemapRoutes } from './sitemap.ts';

const ORIGIN = 'http://localhost:3000';

describe.each(await selectTestDatabaseEngines())('the sitemap, on $name', ({ openFilled }) => {
  let database: Database;
  let app: FastifyInstance;
  let sitemap: ReturnType<typeof sitemapRoutes>;

  beforeAll(async () => {
    database = await openFilled();
  });
  afterAll(() => database.close());

  const start = (whole: number, part: number) => {
    app = fastify();
    sitemap = sitemapRoutes(app, database.queries, ORIGIN, { whole, part });
  };
  const read = async (path: string) => {
    const { statusCode, body } = await app.inject(path);
    const urls = [...body.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)];
    return { statusCode, body, paths: urls.map(([, url]) => url!) };
  };

  it('of a small library contains all URLs, and has no further files', async () => {
    start(30, 10);
    const { body, paths } = await read('/sitemap.xml');
    expect(body).toContain('<urlset');
    expect(paths.filter((path) => path.startsWith('/authors/'))).toHaveLength(10);
    expect((await read('/sitemap-0.xml')).statusCode).toBe(404);
    expect((await read('/sitemap-1.xml')).statusCode).toBe(404);
  });

  it('of a large library is an index, whose files contain each URL once', async () => {
    start(30, 10);
    const { paths: all } = await read('/sitemap.xml');
    start(29, 10);
    const { body, paths: files } = await read('/sitemap.xml');
    expect(body).toContain('<sitemapindex');
    expect(files).toEqual(['/sitemap-0.xml', '/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml']);
    const found: string[] = [];
    for (const file of files) {
      const { paths } = await read(file);
      expect(paths.length).toBeLessThanOrEqual(15);
      found.push(...paths);
    }
    expect(found.toSorted()).toEqual(all.toSorted());
    expect((await read('/sitemap-4.xml')).statusCode).toBe(404);
  });

  it('is read again after content changes', async () => {
    start(29, 10);
    const { paths } = await read('/sitemap-1.xml');
    const alias = paths[0]!.split('/')[2]!;

    const isFirst = eq(authors.alias, alias);
    await database.queries.update(authors).set({ status: 'inactive' }).where(isFirst);
    expect((await read('/sitemap-1.xml')).paths).toEqual(paths);
    sitemap.invalidate(['authors']);
    expect((await read('/sitemap.xml')).paths).not.toContain(`/authors/${alias}`);
    await database.queries.update(authors).set({ status: 'active' }).where(isFirst);
  });
});
