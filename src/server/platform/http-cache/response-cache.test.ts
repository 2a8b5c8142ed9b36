import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advancePerformanceNowBySeconds } from '#server/testing/performance-now.ts';
import { CachedResponse } from './cached-response.ts';
import { negotiateContentEncoding } from './encodings.ts';
import { Recompressor } from './recompressor.ts';
import { ResponseCache } from './response-cache.ts';

const createResponse = (text: string, keys: string[], maxAge?: number): CachedResponse =>
  new CachedResponse(
    { status: 200, etag: text, keys, audience: 'public', maxAge },
    { page: { type: 'text/plain', render: () => text } },
    text.length,
  );
const createCacheableResult = (...parameters: Parameters<typeof createResponse>) => ({
  response: createResponse(...parameters),
  isCacheable: true,
});
/** Creates a rendering that does not finish until the test calls `finish`. */
function createPendingRendering(...parameters: Parameters<typeof createResponse>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    render: async () => promise.then(() => createCacheableResult(...parameters)),
    finish: resolve,
  };
}

describe('a cached response', () => {
  it('is rendered once, only in the requested representation and encoding', async () => {
    const render = vi.fn(async () => 'a'.repeat(2000));
    const renderPayload = vi.fn(() => 'b');
    const traits = { status: 200, etag: 'x', keys: [], audience: 'public' } as const;
    const response = new CachedResponse(traits, {
      document: { type: 'text/html', render },
      payload: { type: 'application/json', render: renderPayload },
    });
    expect(response.encodedBody('document', 'br')).toBeUndefined();
    const bodies = await Promise.all([1, 2, 3].map(() => response.body('document', 'br')));
    expect(new Set(bodies).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
    expect(response.encodedBody('document', 'br')).toBe(bodies[0]);
    expect(response.encodedBody('document', 'gzip')).toBeUndefined();
    expect(renderPayload).not.toHaveBeenCalled();
    expect(response.size).toBeLessThan(200);
    await response.body('document', 'identity');
    expect(response.size).toBeGreaterThan(2000);
  });

  it('is rendered again after an error', async () => {
    const render = vi
      .fn(() => 'a')
      .mockImplementationOnce(() => {
        throw new Error('no');
      });
    const traits = { status: 200, etag: 'x', keys: [], audience: 'public' } as const;
    const response = new CachedResponse(traits, { page: { type: 'text/html', render } });
    await expect(response.body('page', 'identity')).rejects.toThrow('no');
    expect(String(await response.body('page', 'identity'))).toBe('a');
  });

  it('has the headers of its representation and those of its rendered body', async () => {
    const traits = { status: 200, etag: 'x', keys: [], audience: 'public' } as const;
    const response = new CachedResponse(traits, {
      page: {
        type: 'text/html',
        hasHeaders: true,
        headers: { link: '<https://hub.example>; rel="hub"', 'x-frame-options': 'DENY' },
        render: () => ({ text: 'a', headers: { 'x-frame-options': 'SAMEORIGIN' } }),
      },
    });
    expect(response.renderedHeaders('page')).toBeUndefined();
    await response.body('page', 'identity');
    expect(response.renderedHeaders('page')).toEqual({
      link: '<https://hub.example>; rel="hub"',
      'x-frame-options': 'SAMEORIGIN',
    });
  });
});

describe('the response cache', () => {
  it('renders once for concurrent requests', async () => {
    const cache = new ResponseCache();
    const render = vi.fn(async () => createCacheableResult('a', ['list']));
    const results = await Promise.all([1, 2, 3].map(() => cache.getOrRender('/', render)));
    expect(new Set(results.map(({ response }) => response)).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
    expect(cache.get('/')).toBe(results[0]!.response);
  });

  it('invalidates responses by the keys of their content', async () => {
    const cache = new ResponseCache();
    await cache.getOrRender('/a', async () => createCacheableResult('a', ['article:1', 'list']));
    await cache.getOrRender('/b', async () => createCacheableResult('b', ['author:1']));
    cache.invalidate(['article:1']);
    expect([cache.get('/a'), cache.get('/b')?.etag]).toEqual([undefined, 'b']);
  });

  it('does not store a response whose content changed during rendering', async () => {
    const cache = new ResponseCache();
    const { render, finish } = createPendingRendering('old', ['article:1']);
    const rendering = cache.getOrRender('/a', render);
    cache.invalidate(['article:1']);
    finish();
    expect((await rendering).response?.etag).toBe('old');
    expect(cache.get('/a')).toBeUndefined();
  });

  it('stores a response if other content changed during rendering', async () => {
    const cache = new ResponseCache();
    const { render, finish } = createPendingRendering('a', ['article:1']);
    const rendering = cache.getOrRender('/a', render);
    cache.invalidate(['article:2']);
    finish();
    await rendering;
    expect(cache.get('/a')?.etag).toBe('a');
  });

  it('does not return a rendering from before a change to later requests', async () => {
    const cache = new ResponseCache();
    const before = createPendingRendering('old', ['article:1']);
    const first = cache.getOrRender('/a', before.render);
    cache.invalidate(['article:1']);
    const second = cache.getOrRender('/a', async () => createCacheableResult('new', ['article:1']));
    before.finish();
    expect((await first).response?.etag).toBe('old');
    expect((await second).response?.etag).toBe('new');
    expect(cache.get('/a')?.etag).toBe('new');
  });

  it('stores no errors and no private results', async () => {
    const cache = new ResponseCache<string>();
    const fail = () => Promise.reject(new Error('no'));
    await expect(cache.getOrRender('/', fail)).rejects.toThrow('no');
    expect(await cache.getOrRender('/', async () => ({ other: 'elsewhere' }))).toEqual({
      other: 'elsewhere',
    });
    await cache.getOrRender('/', async () => ({ response: createResponse('a', []) }));
    expect(cache.get('/')).toBeUndefined();
  });

  it('stays within its maximum size, and evicts the least recently used response', async () => {
    const size = 20_000;
    const cache = new ResponseCache(4.6 * size);
    for (const name of ['a', 'b', 'c', 'd'])
      await cache.getOrRender(`/${name}`, async () =>
        createCacheableResult(name.repeat(size / 2), ['list']),
      );
    expect(cache.size).toBe(4);
    for (const name of ['a', 'd', 'c']) await cache.get(`/${name}`)!.body('page', 'identity');
    expect(cache.size).toBe(4);
    await cache.getOrRender('/e', async () => createCacheableResult('e'.repeat(size), ['list']));
    expect(cache.bytes).toBeLessThanOrEqual(4.6 * size);
    expect(cache.get('/b')).toBeUndefined();
    expect([cache.get('/c'), cache.get('/e')]).not.toContain(undefined);
  });

  it('counts the length of URLs in its size', async () => {
    const cache = new ResponseCache(1_000_000);
    for (let index = 0; index < 1000; index++)
      await cache.getOrRender(`/${index}/${'x'.repeat(10_000)}`, async () =>
        createCacheableResult('', []),
      );
    expect(cache.size).toBeLessThan(60);
  });

  describe('with responses that may be outdated', () => {
    it('serves them, and renders each again in the background when it is requested', async () => {
      const cache = new ResponseCache();
      let text = 'old';
      const revalidate = vi.fn((url: string) =>
        cache.getOrRender(url, async () => createCacheableResult(text, ['list'])),
      );
      cache.setRevalidator(revalidate);
      await Promise.all(['/a', '/b'].map(revalidate));
      revalidate.mockClear();
      text = 'new';
      cache.markAllStale();
      expect([cache.size, revalidate.mock.calls.length]).toEqual([2, 0]);
      expect([cache.get('/a')?.etag, cache.get('/a')?.etag]).toEqual(['old', 'old']);
      expect(revalidate.mock.calls).toEqual([['/a']]);
      await expect.poll(() => cache.get('/a')?.etag).toBe('new');
      cache.get('/a');
      expect(revalidate).toHaveBeenCalledTimes(1);
    });

    it('retains them if rendering fails, and retries', async () => {
      const cache = new ResponseCache();
      await cache.getOrRender('/a', async () => createCacheableResult('old', ['list']));
      const revalidate = vi.fn(() => Promise.reject(new Error('no')));
      cache.setRevalidator(revalidate);
      cache.markAllStale();
      for (let attempt = 1; attempt <= 3; attempt++) {
        for (let reader = 0; reader < 5; reader++) {
          expect(cache.get('/a')?.etag).toBe('old');
          await Promise.resolve();
        }
        // Rendering is attempted only once every ten seconds, regardless of the number of requests.
        expect(revalidate).toHaveBeenCalledTimes(attempt);
        await advancePerformanceNowBySeconds(11);
      }
      vi.restoreAllMocks();
    });

    it('does not serve them if they cannot be rendered again', async () => {
      const cache = new ResponseCache();
      await cache.getOrRender('/a', async () => createCacheableResult('old', ['list']));
      cache.markAllStale();
      expect(cache.get('/a')).toBeUndefined();
      const result = await cache.getOrRender('/a', async () =>
        createCacheableResult('new', ['list']),
      );
      expect([result.response?.etag, cache.get('/a')?.etag]).toEqual(['new', 'new']);
    });

    it('removes them if the URL has become a redirect', async () => {
      const cache = new ResponseCache<string>();
      await cache.getOrRender('/a', async () => createCacheableResult('old', ['list']));
      cache.setRevalidator((url) => cache.getOrRender(url, async () => ({ other: 'gone' })));
      cache.markAllStale();
      cache.get('/a');
      await expect.poll(() => cache.get('/a')).toBeUndefined();
    });
  });
});

describe('a response with a maximum age of one minute', () => {
  let cache: ResponseCache;
  const renderAndStore = (text: string) =>
    cache.getOrRender('/a', async () => createCacheableResult(text, ['author:1'], 60));

  beforeEach(async () => {
    cache = new ResponseCache();
    await renderAndStore('old');
    await cache.getOrRender('/b', async () => createCacheableResult('b', ['list']));
  });
  afterEach(() => vi.restoreAllMocks());

  it('is served for a minute, while other responses remain', async () => {
    await advancePerformanceNowBySeconds(59);
    expect(cache.get('/a')?.etag).toBe('old');
    // Adding a body does not extend the lifetime of the response.
    await cache.get('/a')!.body('page', 'br');
    await advancePerformanceNowBySeconds(2);
    expect(cache.get('/a')).toBeUndefined();
    await advancePerformanceNowBySeconds(1e6);
    expect(cache.get('/b')?.etag).toBe('b');
  });

  it('is served stale while it is rendered again', async () => {
    await advancePerformanceNowBySeconds(61);
    expect(cache.serveStale('/a')?.etag).toBe('old');
    expect(cache.get('/a')?.etag).toBe('old');
    await renderAndStore('new');
    expect(cache.get('/a')?.etag).toBe('new');
    await advancePerformanceNowBySeconds(61);
    expect(cache.get('/a')).toBeUndefined();
  });

  it('is retried ten seconds after rendering failed', async () => {
    await advancePerformanceNowBySeconds(61);
    cache.serveStale('/a');
    await expect(cache.getOrRender('/a', () => Promise.reject(new Error('no')))).rejects.toThrow();
    expect(cache.get('/a')?.etag).toBe('old');
    await advancePerformanceNowBySeconds(11);
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.serveStale('/a')?.etag).toBe('old');
  });

  it('is removed when its content changes, regardless of its age', async () => {
    await advancePerformanceNowBySeconds(61);
    cache.invalidate(['author:1']);
    expect(cache.serveStale('/a')).toBeUndefined();
    expect(cache.serveStale('/b')?.etag).toBe('b');
  });
});

describe('the encoding of a response', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.8, br;q=0.9', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0.0,gzip;q=0', 'identity'],
    ['identity', 'identity'],
    [undefined, 'identity'],
  ])('for the header %j is %s', (accepted, encoding) => {
    expect(negotiateContentEncoding(accepted)).toBe(encoding);
  });
});

describe('a popular response', () => {
  const text = Array.from({ length: 500 }, (_, at) => `line ${at * at} of ${at % 7}`).join();
  const request = (cache: ResponseCache) => cache.get('/a')!.encodedBody('page', 'br')!;

  async function cacheResponse() {
    const cache = new ResponseCache(1_000_000, new Recompressor(0));
    const { response } = await cache.getOrRender('/a', async () => createCacheableResult(text, []));
    await response!.body('page', 'br');
    return cache;
  }

  it('is compressed again, better, after its third request', async () => {
    const cache = await cacheResponse();
    const { bytes } = cache;
    const first = request(cache);
    request(cache);
    request(cache);
    await vi.waitFor(() => expect(request(cache)).not.toBe(first));
    expect(request(cache).length).toBeLessThan(first.length);
    expect(cache.bytes).toBe(bytes - first.length + request(cache).length);
    expect(brotliDecompressSync(request(cache)).toString()).toBe(text);
  });

  it('keeps its body until then', async () => {
    const add = vi.spyOn(Recompressor.prototype, 'add');
    const cache = await cacheResponse();
    request(cache);
    request(cache);
    expect(add).not.toHaveBeenCalled();
    for (let time = 0; time < 5; time++) request(cache);
    expect(add).toHaveBeenCalledOnce();
    add.mockRestore();
  });
});
