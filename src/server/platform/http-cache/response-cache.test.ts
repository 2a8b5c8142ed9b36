import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advancePerformanceNowBySeconds } from '#server/testing/performance-now.ts';
import { CachedResponse } from './cached-response.ts';
import { negotiateEncoding } from './encodings.ts';
import { Recompressor } from './recompressor.ts';
import { ResponseCache } from './response-cache.ts';

const responseOf = (text: string, keys: string[], maxAge?: number): CachedResponse =>
  new CachedResponse(
    { status: 200, etag: text, keys, audience: 'public', maxAge },
    { page: { type: 'text/plain', render: () => text } },
    text.length,
  );
const kept = (...of: Parameters<typeof responseOf>) => ({
  response: responseOf(...of),
  isCacheable: true,
});
/** Creates a rendering that does not finish until the test calls `end`. */
function held(...of: Parameters<typeof responseOf>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { make: async () => promise.then(() => kept(...of)), end: resolve };
}

describe('a cached response', () => {
  it('is rendered once, only in the requested representation and encoding', async () => {
    const text = vi.fn(async () => 'a'.repeat(2000));
    const other = vi.fn(() => 'b');
    const traits = { status: 200, etag: 'x', keys: [], audience: 'public' } as const;
    const answer = new CachedResponse(traits, {
      document: { type: 'text/html', render: text },
      payload: { type: 'application/json', render: other },
    });
    expect(answer.encodedBody('document', 'br')).toBeUndefined();
    const bodies = await Promise.all([1, 2, 3].map(() => answer.body('document', 'br')));
    expect(new Set(bodies).size).toBe(1);
    expect(text).toHaveBeenCalledTimes(1);
    expect(answer.encodedBody('document', 'br')).toBe(bodies[0]);
    expect(answer.encodedBody('document', 'gzip')).toBeUndefined();
    expect(other).not.toHaveBeenCalled();
    expect(answer.size).toBeLessThan(200);
    await answer.body('document', 'identity');
    expect(answer.size).toBeGreaterThan(2000);
  });

  it('is rendered again after an error', async () => {
    const text = vi
      .fn(() => 'a')
      .mockImplementationOnce(() => {
        throw new Error('no');
      });
    const traits = { status: 200, etag: 'x', keys: [], audience: 'public' } as const;
    const answer = new CachedResponse(traits, { page: { type: 'text/html', render: text } });
    await expect(answer.body('page', 'identity')).rejects.toThrow('no');
    expect(String(await answer.body('page', 'identity'))).toBe('a');
  });

  it('has the headers of its representation and those of its rendered body', async () => {
    const traits = { status: 200, etag: 'x', keys: [], audience: 'public' } as const;
    const answer = new CachedResponse(traits, {
      page: {
        type: 'text/html',
        hasHeaders: true,
        headers: { link: '<https://hub.example>; rel="hub"', 'x-frame-options': 'DENY' },
        render: () => ({ text: 'a', headers: { 'x-frame-options': 'SAMEORIGIN' } }),
      },
    });
    expect(answer.renderedHeaders('page')).toBeUndefined();
    await answer.body('page', 'identity');
    expect(answer.renderedHeaders('page')).toEqual({
      link: '<https://hub.example>; rel="hub"',
      'x-frame-options': 'SAMEORIGIN',
    });
  });
});

describe('the response cache', () => {
  it('renders once for concurrent requests', async () => {
    const answers = new ResponseCache();
    const make = vi.fn(async () => kept('a', ['list']));
    const made = await Promise.all([1, 2, 3].map(() => answers.getOrRender('/', make)));
    expect(new Set(made.map(({ response }) => response)).size).toBe(1);
    expect(make).toHaveBeenCalledTimes(1);
    expect(answers.get('/')).toBe(made[0]!.response);
  });

  it('invalidates responses by the keys of their content', async () => {
    const answers = new ResponseCache();
    await answers.getOrRender('/a', async () => kept('a', ['article:1', 'list']));
    await answers.getOrRender('/b', async () => kept('b', ['author:1']));
    answers.invalidate(['article:1']);
    expect([answers.get('/a'), answers.get('/b')?.etag]).toEqual([undefined, 'b']);
  });

  it('does not store a response whose content changed during rendering', async () => {
    const answers = new ResponseCache();
    const { make, end } = held('old', ['article:1']);
    const making = answers.getOrRender('/a', make);
    answers.invalidate(['article:1']);
    end();
    expect((await making).response?.etag).toBe('old');
    expect(answers.get('/a')).toBeUndefined();
  });

  it('stores a response if other content changed during rendering', async () => {
    const answers = new ResponseCache();
    const { make, end } = held('a', ['article:1']);
    const making = answers.getOrRender('/a', make);
    answers.invalidate(['article:2']);
    end();
    await making;
    expect(answers.get('/a')?.etag).toBe('a');
  });

  it('does not return a rendering from before a change to later requests', async () => {
    const answers = new ResponseCache();
    const before = held('old', ['article:1']);
    const first = answers.getOrRender('/a', before.make);
    answers.invalidate(['article:1']);
    const second = answers.getOrRender('/a', async () => kept('new', ['article:1']));
    before.end();
    expect((await first).response?.etag).toBe('old');
    expect((await second).response?.etag).toBe('new');
    expect(answers.get('/a')?.etag).toBe('new');
  });

  it('stores no errors and no private results', async () => {
    const answers = new ResponseCache<string>();
    const fail = () => Promise.reject(new Error('no'));
    await expect(answers.getOrRender('/', fail)).rejects.toThrow('no');
    expect(await answers.getOrRender('/', async () => ({ other: 'elsewhere' }))).toEqual({
      other: 'elsewhere',
    });
    await answers.getOrRender('/', async () => ({ response: responseOf('a', []) }));
    expect(answers.get('/')).toBeUndefined();
  });

  it('stays within its maximum size, and evicts the least recently used response', async () => {
    const each = 20_000;
    const answers = new ResponseCache(4.6 * each);
    for (const name of ['a', 'b', 'c', 'd'])
      await answers.getOrRender(`/${name}`, async () => kept(name.repeat(each / 2), ['list']));
    expect(answers.size).toBe(4);
    for (const name of ['a', 'd', 'c']) await answers.get(`/${name}`)!.body('page', 'identity');
    expect(answers.size).toBe(4);
    await answers.getOrRender('/e', async () => kept('e'.repeat(each), ['list']));
    expect(answers.bytes).toBeLessThanOrEqual(4.6 * each);
    expect(answers.get('/b')).toBeUndefined();
    expect([answers.get('/c'), answers.get('/e')]).not.toContain(undefined);
  });

  it('counts the length of URLs in its size', async () => {
    const answers = new ResponseCache(1_000_000);
    for (let at = 0; at < 1000; at++)
      await answers.getOrRender(`/${at}/${'x'.repeat(10_000)}`, async () => kept('', []));
    expect(answers.size).toBeLessThan(60);
  });

  describe('with responses that may be outdated', () => {
    it('serves them, and renders each again in the background when it is requested', async () => {
      const answers = new ResponseCache();
      let text = 'old';
      const renew = vi.fn((address: string) =>
        answers.getOrRender(address, async () => kept(text, ['list'])),
      );
      answers.revalidateWith(renew);
      await Promise.all(['/a', '/b'].map(renew));
      renew.mockClear();
      text = 'new';
      answers.markAllStale();
      expect([answers.size, renew.mock.calls.length]).toEqual([2, 0]);
      expect([answers.get('/a')?.etag, answers.get('/a')?.etag]).toEqual(['old', 'old']);
      expect(renew.mock.calls).toEqual([['/a']]);
      await expect.poll(() => answers.get('/a')?.etag).toBe('new');
      answers.get('/a');
      expect(renew).toHaveBeenCalledTimes(1);
    });

    it('retains them if rendering fails, and retries', async () => {
      const answers = new ResponseCache();
      await answers.getOrRender('/a', async () => kept('old', ['list']));
      const renew = vi.fn(() => Promise.reject(new Error('no')));
      answers.revalidateWith(renew);
      answers.markAllStale();
      for (let time = 1; time <= 3; time++) {
        for (let reader = 0; reader < 5; reader++) {
          expect(answers.get('/a')?.etag).toBe('old');
          await Promise.resolve();
        }
        // Rendering is attempted only once every ten seconds, regardless of the number of requests.
        expect(renew).toHaveBeenCalledTimes(time);
        await advancePerformanceNowBySeconds(11);
      }
      vi.restoreAllMocks();
    });

    it('does not serve them if they cannot be rendered again', async () => {
      const answers = new ResponseCache();
      await answers.getOrRender('/a', async () => kept('old', ['list']));
      answers.markAllStale();
      expect(answers.get('/a')).toBeUndefined();
      const made = await answers.getOrRender('/a', async () => kept('new', ['list']));
      expect([made.response?.etag, answers.get('/a')?.etag]).toEqual(['new', 'new']);
    });

    it('removes them if the URL has become a redirect', async () => {
      const answers = new ResponseCache<string>();
      await answers.getOrRender('/a', async () => kept('old', ['list']));
      answers.revalidateWith((address) =>
        answers.getOrRender(address, async () => ({ other: 'gone' })),
      );
      answers.markAllStale();
      answers.get('/a');
      await expect.poll(() => answers.get('/a')).toBeUndefined();
    });
  });
});

describe('a response with a maximum age of one minute', () => {
  let answers: ResponseCache;
  const make = (text: string) =>
    answers.getOrRender('/a', async () => kept(text, ['author:1'], 60));

  beforeEach(async () => {
    answers = new ResponseCache();
    await make('old');
    await answers.getOrRender('/b', async () => kept('b', ['list']));
  });
  afterEach(() => vi.restoreAllMocks());

  it('is served for a minute, while other responses remain', async () => {
    await advancePerformanceNowBySeconds(59);
    expect(answers.get('/a')?.etag).toBe('old');
    // Adding a body does not extend the lifetime of the response.
    await answers.get('/a')!.body('page', 'br');
    await advancePerformanceNowBySeconds(2);
    expect(answers.get('/a')).toBeUndefined();
    await advancePerformanceNowBySeconds(1e6);
    expect(answers.get('/b')?.etag).toBe('b');
  });

  it('is served stale while it is rendered again', async () => {
    await advancePerformanceNowBySeconds(61);
    expect(answers.serveStale('/a')?.etag).toBe('old');
    expect(answers.get('/a')?.etag).toBe('old');
    await make('new');
    expect(answers.get('/a')?.etag).toBe('new');
    await advancePerformanceNowBySeconds(61);
    expect(answers.get('/a')).toBeUndefined();
  });

  it('is retried ten seconds after rendering failed', async () => {
    await advancePerformanceNowBySeconds(61);
    answers.serveStale('/a');
    await expect(
      answers.getOrRender('/a', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow();
    expect(answers.get('/a')?.etag).toBe('old');
    await advancePerformanceNowBySeconds(11);
    expect(answers.get('/a')).toBeUndefined();
    expect(answers.serveStale('/a')?.etag).toBe('old');
  });

  it('is removed when its content changes, regardless of its age', async () => {
    await advancePerformanceNowBySeconds(61);
    answers.invalidate(['author:1']);
    expect(answers.serveStale('/a')).toBeUndefined();
    expect(answers.serveStale('/b')?.etag).toBe('b');
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
    expect(negotiateEncoding(accepted)).toBe(encoding);
  });
});

describe('a popular response', () => {
  const text = Array.from({ length: 500 }, (_, at) => `line ${at * at} of ${at % 7}`).join();
  const request = (cache: ResponseCache) => cache.get('/a')!.encodedBody('page', 'br')!;

  async function cacheResponse() {
    const cache = new ResponseCache(1_000_000, new Recompressor(0));
    const { response } = await cache.getOrRender('/a', async () => kept(text, []));
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
