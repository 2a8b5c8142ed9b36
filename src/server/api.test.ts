import { brotliDecompressSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { articles } from './catalogue/articles/schema.ts';
import { encodePageToken } from './platform/db/page-token.ts';
import { storedErrorGroups } from './platform/errors/schema.ts';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { selectTestDatabaseEngines } from './testing/databases.ts';

/** The parameters and the request body of an operation in an OpenAPI document. */
interface OperationInputs {
  parameters?: unknown;
  requestBody?: unknown;
}

/** Returns all integer schemas that a schema contains. */
function listIntegers(schema: unknown): { type: 'integer'; maximum?: number }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const nested = Object.values(schema).flatMap(listIntegers);
  return 'type' in schema && schema.type === 'integer'
    ? [schema as ReturnType<typeof listIntegers>[number], ...nested]
    : nested;
}

interface ListResponse {
  data: { metas: ArticleMeta[]; authors: Record<string, unknown>; nextToken: string | null };
}

describe.each(await selectTestDatabaseEngines())('the API, on $name', ({ openFilled }) => {
  let test: TestApp;
  let app: FastifyInstance;

  beforeAll(async () => {
    const database = await openFilled();
    test = await createTestApp(database);
    app = test.app;
  });
  afterAll(() => test.close());

  const get = async <Body = ListResponse>(url: string) => {
    const response = await app.inject(`/api/v1${url}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<Body>();
  };
  const fetchError = async (url: string) => {
    const response = await app.inject(`/api/v1${url}`);
    expect(Object.keys(response.json())).toEqual(['error']);
    return [response.statusCode, response.json().error];
  };

  describe('GET /articles', () => {
    it('returns the ten newest articles with their authors', async () => {
      const { data } = await get('/articles');
      expect(data.metas).toHaveLength(10);
      const dates = data.metas.map(({ createdAt }) => createdAt);
      expect(dates).toEqual([...dates].sort().reverse());
      expect(Object.keys(data.authors).sort()).toEqual(
        [...new Set(data.metas.map(({ authorAlias }) => authorAlias))].sort(),
      );
      expect(data.metas[0]).toMatchObject({
        hasAudio: true,
        image: {
          src: expect.stringMatching(/^\/images\/covers\/[^/]+\/960\.jpg$/),
          attributionHtml: expect.stringContaining('Image by'),
        },
      });
    });

    it('returns every article exactly once across all pages', async () => {
      const seenIds: string[] = [];
      let token: string | null = '';
      while (token !== null) {
        const { data }: ListResponse = await get(`/articles?limit=3&nextToken=${token}`);
        seenIds.push(...data.metas.map(({ id }) => id));
        token = data.nextToken;
      }
      expect(seenIds).toHaveLength(20);
      expect(new Set(seenIds).size).toBe(20);
    });

    it('skips and repeats nothing if articles are published between two pages', async () => {
      const { queries } = test.database;
      const [row] = await queries.select().from(articles).limit(1);
      const first = await get('/articles?limit=5');
      const addedIds = [
        '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01',
        '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c02',
      ];
      // Adds two articles: one that is newer than all others, and one that is half a millisecond newer than the last
      // article of the first page.
      const lastShown = first.data.metas.at(-1)!.createdAt;
      await queries.insert(articles).values([
        { ...row!, id: addedIds[0]!, slug: 'newer', publishedAt: new Date('2030-01-01') },
        { ...row!, id: addedIds[1]!, slug: 'same-moment', publishedAt: new Date(lastShown) },
      ]);
      const second = await get(`/articles?limit=50&nextToken=${first.data.nextToken}`);
      await queries.delete(articles).where(sql`${articles.id} IN (${addedIds[0]}, ${addedIds[1]})`);

      const before = new Set(first.data.metas.map(({ id }) => id));
      const after = second.data.metas.map(({ id }) => id);
      expect(after.filter((id) => before.has(id))).toEqual([]);
      expect(new Set([...before, ...after].filter((id) => !addedIds.includes(id))).size).toBe(20);
    });

    it.each([
      ['category=nsm', ({ category }: ArticleMeta) => category === 'nsm'],
      ['category=nsm&subcategory=mea', ({ subcategory }: ArticleMeta) => subcategory === 'mea'],
      ['alias=plumbline', ({ authorAlias }: ArticleMeta) => authorAlias === 'Plumbline'],
      ['category=all&subcategory=all', () => true],
      ['category=&alias=&nextToken=&limit=', () => true],
    ])('filters by ?%s', async (query, matches) => {
      const { data } = await get(`/articles?${query}`);
      expect(data.metas.length).toBeGreaterThan(0);
      expect(data.metas.every(matches)).toBe(true);
    });

    it('returns an empty list for an unknown author', async () => {
      expect((await get('/articles?alias=Nobody')).data).toEqual({
        metas: [],
        authors: {},
        nextToken: null,
      });
    });

    it.each([
      ['category=xyz', 'category: is not a category.'],
      ['subcategory=mea', 'subcategory: needs a category.'],
      ['category=nsm&subcategory=bri', 'subcategory: is not a subcategory of "nsm".'],
      ['category=nsm&subcategory=measure', 'subcategory: must have exactly three characters.'],
      ['limit=0', 'limit: must be at least 1.'],
      ['limit=51', 'limit: must be at most 50.'],
      ['limit=1.5', 'limit: must be a whole number.'],
      ['limit=many', 'limit: must be a number.'],
      ['limit=1&limit=2', 'limit: must be a number.'],
      ['nextToken=abc', 'This nextToken does not belong to this list. Start again without one.'],
    ])('rejects ?%s with 400', async (query, message) => {
      expect(await fetchError(`/articles?${query}`)).toEqual([400, message]);
    });

    it.each([[['yesterday', 'x']], [[]], [['2026-11-02T07:00:00.000Z', 1]]])(
      'rejects a token forged with the content %j',
      async (key) => {
        const token = encodePageToken('articles   ', key);
        expect((await fetchError(`/articles?nextToken=${token}`))[0]).toBe(400);
      },
    );

    it('rejects the token of another list', async () => {
      const { data } = await get('/articles?limit=1');
      const [status] = await fetchError(`/articles?category=nsm&nextToken=${data.nextToken}`);
      expect(status).toBe(400);
    });
  });

  describe('authors', () => {
    it('returns all authors by alias for GET /authors', async () => {
      const { data } = await get<{ data: { authors: Record<string, { alias: string }> } }>(
        '/authors',
      );
      expect(Object.keys(data.authors)).toHaveLength(10);
      expect(data.authors.Plumbline).toMatchObject({
        alias: 'Plumbline',
        publishedArticleCount: 2,
        followerCount: 0,
      });
    });

    it('returns the known authors for POST /authors/batch', async () => {
      const response = await app.inject(
        createPostRequest('/api/v1/authors/batch', { aliases: ['Plumbline', 'gantry', 'Nobody'] }),
      );
      expect(Object.keys(response.json().data.authors).sort()).toEqual(['Gantry', 'Plumbline']);
    });

    it.each([
      [{}, 'aliases: '],
      [{ aliases: [] }, 'aliases: '],
      [{ aliases: Array(101).fill('A') }, 'aliases: '],
      [{ aliases: [1] }, 'aliases.0: '],
      [{ aliases: ['A'], more: true }, ''],
      [null, ''],
    ])('rejects the body %j of POST /authors/batch with 400', async (body, message) => {
      const response = await app.inject(createPostRequest('/api/v1/authors/batch', body));
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toContain(message);
    });
  });

  describe('a request body', () => {
    const batch = '/api/v1/authors/batch';
    const validRequest = createPostRequest(batch, { aliases: ['Plumbline'] });

    it.each([
      ['is not JSON', { payload: '{"aliases": [' }, 400, 'x-content-sha256 does not match'],
      ['has the wrong hash', { payload: '{"aliases": ["Gantry"]}' }, 400, 'does not match'],
      ['has no hash', { headers: { 'content-type': 'application/json' } }, 400, 'is missing'],
      [
        'has another type than JSON',
        { headers: { 'content-type': 'text/plain' } },
        415,
        'must be JSON',
      ],
      ['is too large', { payload: `"${'x'.repeat(70_000)}"` }, 413, 'too large'],
    ])('is rejected if it %s', async (_, change, status, message) => {
      const response = await app.inject({ ...validRequest, ...change } as never);
      expect([response.statusCode, response.json().error]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    });

    it('is rejected if it is malformed, even with the right hash', async () => {
      const { createHash } = await import('node:crypto');
      const payload = '{"aliases": [';
      const response = await app.inject({
        method: 'POST',
        url: batch,
        payload,
        headers: {
          'content-type': 'application/json',
          'x-content-sha256': createHash('sha256').update(payload).digest('hex'),
        },
      });
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { error: 'The body is not valid JSON.' },
      ]);
    });
  });

  describe('the handling of URLs and methods', () => {
    it.each(['/api/v1/nothing', '/api/v1/', '/api/v2/articles', '/api'])(
      'responds to %s with 404',
      async (url) => {
        const response = await app.inject(url);
        expect(response.statusCode).toBe(404);
        if (url !== '/api') expect(response.json().error).toContain('Nothing found at');
      },
    );

    it.each(['/assets/nothing.js', '/images/covers/x/1.jpg'])(
      'responds to the missing file %s with 404',
      async (url) => {
        const response = await app.inject(url);
        expect([response.statusCode, response.headers.allow]).toEqual([404, undefined]);
      },
    );

    it('gives a cached response the same ETag for every order and spelling of the parameters', async () => {
      const first = await app.inject('/api/v1/articles?category=nsm&limit=1');
      for (const query of [
        'limit=1&category=nsm',
        'limit=01&category=nsm&utm_source=x',
        'category=nsm&subcategory=all&limit=1&nextToken=',
      ]) {
        const again = await app.inject(`/api/v1/articles?${query}`);
        expect([again.headers.etag, again.body]).toEqual([first.headers.etag, first.body]);
      }
      const known = { 'if-none-match': String(first.headers.etag) };
      const url = '/api/v1/articles?category=nsm&limit=1';
      expect((await app.inject({ url, headers: known })).statusCode).toBe(304);
      expect((await app.inject('/api/v1/articles?category=nsm&limit=2')).headers.etag).not.toBe(
        first.headers.etag,
      );
    });

    it.each(['%E4%B8%AD', 'x,list', 'a%20b', '%0d%0ax'])(
      'rejects the invalid alias=%s, and adds it to no cache-tag header',
      async (alias) => {
        for (let attempt = 0; attempt < 2; attempt++) {
          const { statusCode, headers } = await app.inject(`/api/v1/articles?alias=${alias}`);
          expect([statusCode, headers['cache-tag']]).toEqual([400, undefined]);
        }
      },
    );

    it('caches a batch with one invalid alias separately from a batch of two aliases', async () => {
      const invalidBatch = createPostRequest('/api/v1/authors/batch', {
        aliases: ['gantry potsherd'],
      });
      expect((await app.inject(invalidBatch)).statusCode).toBe(400);
      const two = await app.inject(
        createPostRequest('/api/v1/authors/batch', { aliases: ['gantry', 'potsherd'] }),
      );
      expect(Object.keys(two.json().data.authors)).toHaveLength(2);
    });

    it('requires the right content hash even if the batch of authors is cached', async () => {
      const call = createPostRequest('/api/v1/authors/batch', { aliases: ['Gantry', 'Potsherd'] });
      const first = await app.inject(call);
      const again = await app.inject(call);
      expect(again.body).toBe(first.body);
      const other = createPostRequest('/api/v1/authors/batch', {
        aliases: ['potsherd', 'gantry', 'Gantry'],
      });
      expect((await app.inject(other)).headers.etag).toBe(first.headers.etag);
      const forged = { ...other, headers: call.headers! };
      expect((await app.inject(forged)).statusCode).toBe(400);
    });

    it('lets caches store only responses that are equal for every client, for a limited time', async () => {
      const getCacheControl = async (path: string) =>
        (await app.inject(`/api/v1${path}`)).headers['cache-control'];
      for (const path of ['/articles', '/openapi.json'])
        expect(await getCacheControl(path), path).toBe(
          'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
        );
      for (const path of ['/authors', '/search?q=bridge'])
        expect(await getCacheControl(path)).toBe('public, max-age=0, s-maxage=30');
      expect(await getCacheControl('/docs/')).toBe('private, no-cache');
      for (const path of ['/bookmarks', '/feed', '/articles?limit=0'])
        expect(await getCacheControl(path), path).toBe('no-store');
    });

    it.each([
      ['DELETE', '/api/v1/articles', 'GET'],
      ['GET', '/api/v1/authors/batch', 'POST'],
      ['POST', '/about', 'GET'],
    ] as const)(
      'responds to %s %s with 405 and lists the allowed methods',
      async (method, url, allowed) => {
        const response = await app.inject({ method, url });
        expect(response.statusCode).toBe(405);
        expect(response.headers.allow).toContain(allowed);
      },
    );
  });

  describe('GET /search', () => {
    it.each([
      ['', 'q: must not be empty.'],
      ['q=', 'q: must not be empty.'],
      ['q=%20%20', 'q: must not be empty.'],
      [`q=${'x'.repeat(101)}`, 'q: must be at most 100 characters.'],
      ['q=bridge&q=tunnel', 'q: must appear only once.'],
      ['q=bridge&limit=21', 'limit: must be at most 20.'],
      ['q=bridge&nextToken=abc', 'This nextToken does not belong to this list.'],
    ])('rejects ?%s with 400', async (query, message) => {
      const [status, error] = await fetchError(`/search?${query}`);
      expect(status).toBe(400);
      expect(error).toContain(query === '' ? 'q:' : message);
    });

    it('trims the query', async () => {
      const responses = await Promise.all([
        get('/search?q=bridge'),
        get('/search?q=%20bridge%20%20'),
      ]);
      expect(responses[0]).toEqual(responses[1]);
    });
  });

  describe('POST /errors', () => {
    it('stores the error that a browser reports', async () => {
      const response = await app.inject(
        createPostRequest('/api/v1/errors', { message: 'x is not a function', path: '/about' }),
      );
      expect(response.statusCode).toBe(204);
      await expect
        .poll(() =>
          test.database.queries
            .select()
            .from(storedErrorGroups)
            .where(eq(storedErrorGroups.source, 'browser')),
        )
        .toMatchObject([{ message: 'x is not a function', path: '/about' }]);
    });

    it('stores a message with a character that PostgreSQL rejects', async () => {
      await app.inject(
        createPostRequest('/api/v1/errors', { message: 'broken\0off', path: '/faq' }),
      );
      await expect
        .poll(() =>
          test.database.queries
            .select()
            .from(storedErrorGroups)
            .where(eq(storedErrorGroups.path, '/faq')),
        )
        .toMatchObject([{ message: 'brokenoff' }]);
    });

    it('accepts twenty reports a minute from one IP address', async () => {
      const reportError = (remoteAddress: string) =>
        app.inject({ ...createPostRequest('/api/v1/errors', { message: 'again' }), remoteAddress });
      for (let count = 1; count <= 20; count++)
        expect((await reportError('203.0.113.7')).statusCode).toBe(204);
      const refused = await reportError('203.0.113.7');
      expect([refused.statusCode, Object.keys(refused.json())]).toEqual([429, ['error']]);
      expect((await reportError('203.0.113.8')).statusCode).toBe(204);
    });
  });

  describe('the API description', () => {
    it('is an OpenAPI 3.1 document with every call for readers', async () => {
      const { openapi, paths } = await get<{ openapi: string; paths: object }>('/openapi.json');
      expect(openapi).toMatch(/^3\.1/);
      // The studio's routes are excluded, because `scopes.test.ts` checks them.
      const readerPaths = Object.keys(paths).filter((path) => !path.startsWith('/api/v1/studio/'));
      expect(readerPaths.sort()).toEqual([
        '/api/v1/articles',
        '/api/v1/articles/related',
        '/api/v1/articles/{authorAlias}/{articleId}/bookmark',
        '/api/v1/articles/{authorAlias}/{articleId}/feedback',
        '/api/v1/articles/{authorAlias}/{articleId}/lines',
        '/api/v1/articles/{authorAlias}/{articleId}/place',
        '/api/v1/articles/{authorAlias}/{articleId}/reading',
        '/api/v1/articles/{authorAlias}/{articleId}/report',
        '/api/v1/authors',
        '/api/v1/authors/batch',
        '/api/v1/authors/{alias}/follow',
        '/api/v1/bookmarks',
        '/api/v1/bookmarks/ids',
        '/api/v1/categories/overview',
        '/api/v1/contact',
        '/api/v1/contact/challenge',
        '/api/v1/counts',
        '/api/v1/errors',
        '/api/v1/feed',
        '/api/v1/history',
        '/api/v1/history/ids',
        '/api/v1/lines',
        '/api/v1/lines.csv',
        '/api/v1/lines.json',
        '/api/v1/lines.md',
        '/api/v1/lines/{id}',
        '/api/v1/lines/{id}/note',
        '/api/v1/search',
        '/api/v1/subscriptions/checkout',
        '/api/v1/subscriptions/customer-portal',
        '/api/v1/user/changes',
        '/api/v1/user/data',
        '/api/v1/user/deletion',
        '/api/v1/user/history',
        '/api/v1/user/letter',
        '/api/v1/user/listening',
        '/api/v1/user/narrator',
        '/api/v1/user/podcast',
        '/api/v1/user/profile',
        '/api/v1/user/sessions',
        '/api/v1/user/sessions/{id}',
        '/api/v1/user/topics',
        '/api/v1/users/me/following',
        '/api/v1/users/me/following.opml',
        '/api/v1/users/me/following/import',
      ]);
    });

    it('limits every integer parameter to the range of its column', async () => {
      const { paths } = await get<{ paths: Record<string, Record<string, object>> }>(
        '/openapi.json',
      );
      const integers = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(
          ([method, { parameters, requestBody }]: [string, OperationInputs]) =>
            listIntegers([parameters, requestBody]).map((schema) => ({ path, method, ...schema })),
        ),
      );
      expect(integers.length).toBeGreaterThan(5);
      for (const each of integers)
        expect(each.maximum, JSON.stringify(each)).toBeLessThanOrEqual(2 ** 31 - 1);
    });

    it.each([
      '/api/v1/openapi.json',
      '/api/v1/docs/json',
      '/api/v1/docs/yaml',
      '/api/v1/docs/static/swagger-ui-bundle.js',
      '/api/v1/docs/static/swagger-ui-standalone-preset.js',
      '/api/v1/docs/static/swagger-ui.css',
    ])('is cached compressed, with an ETag: %s', async (url) => {
      const headers = { 'accept-encoding': 'br' };
      const first = await app.inject({ url, headers });
      expect(first.headers).toMatchObject({
        'content-encoding': 'br',
        // The `content-length` header shows that the server did not stream the response.
        'content-length': String(first.rawPayload.length),
        etag: expect.stringMatching(/^W\/"/),
        'cache-control': expect.stringContaining('public'),
      });
      const uncompressed = await app.inject(url);
      expect(brotliDecompressSync(first.rawPayload)).toEqual(uncompressed.rawPayload);
      const conditionalHeaders = { ...headers, 'if-none-match': String(first.headers.etag) };
      expect((await app.inject({ url, headers: conditionalHeaders })).statusCode).toBe(304);
    });

    it('redirects the page to its URL without a query', async () => {
      const { statusCode, headers } = await app.inject('/api/v1/docs/?x');
      expect([statusCode, headers.location]).toEqual([302, '/api/v1/docs/']);
    });

    it('is also available as a page', async () => {
      const response = await app.inject('/api/v1/docs/');
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
      const { headers } = await app.inject('/about');
      const policy = 'content-security-policy';
      expect(response.headers[policy]).toBe(headers[policy]);
    });
  });

  it('responds to an internal error with 500 and an ID, without internal details', async () => {
    const { queries } = test.database;
    await queries.execute(sql`ALTER TABLE authors RENAME TO authors_away`);
    try {
      // No earlier test requests this URL, so the response is not in the cache.
      const response = await app.inject('/api/v1/articles?limit=49');
      expect(response.statusCode).toBe(500);
      expect(Object.keys(response.json())).toEqual(['error']);
      expect(response.json().error).toMatch(/error [0-9a-f-]{36}/);
      expect(response.body).not.toMatch(/authors|relation|select|\.ts/i);
      const id = /[0-9a-f-]{36}/.exec(response.json().error)![0];
      await expect
        .poll(() => queries.select().from(storedErrorGroups).where(eq(storedErrorGroups.id, id)))
        .toMatchObject([{ source: 'server', path: '/api/v1/articles' }]);
    } finally {
      await queries.execute(sql`ALTER TABLE authors_away RENAME TO authors`);
    }
  });
});
