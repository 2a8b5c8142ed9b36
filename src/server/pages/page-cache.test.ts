import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passTime } from '../testing/clock.ts';
import { type CachedPage, encode, encodingOf, PageCache } from './page-cache.ts';

const pageOf = async (text: string, keys: string[], maxAge?: number): Promise<CachedPage> => ({
  status: 200,
  document: await encode(text),
  payload: await encode('{}'),
  etag: text,
  keys,
  audience: 'public',
  maxAge,
});

describe('the page cache', () => {
  it('renders a page once for everybody who asks meanwhile', async () => {
    const cache = new PageCache();
    let renderings = 0;
    const render = async () => {
      renderings += 1;
      return pageOf('a', ['list']);
    };
    const pages = await Promise.all([1, 2, 3].map(() => cache.getOrRender('/', 0, render)));
    expect(new Set(pages).size).toBe(1);
    expect(renderings).toBe(1);
    expect(cache.get('/')).toBe(pages[0]);
  });

  it('drops what was made of what changed, and nothing else', async () => {
    const cache = new PageCache();
    await cache.getOrRender('/a', 0, () => pageOf('a', ['article:1', 'list']));
    await cache.getOrRender('/b', 0, () => pageOf('b', ['author:1']));
    cache.drop(['article:1']);
    expect([cache.get('/a'), cache.get('/b')?.etag]).toEqual([undefined, 'b']);
    cache.drop(undefined);
    expect(cache.size).toBe(0);
  });

  it('does not keep a page that was read before a change and rendered after it', async () => {
    const cache = new PageCache();
    const since = cache.changes;
    cache.drop(['article:1']);
    const page = await cache.getOrRender('/a', since, () => pageOf('old', ['article:1']));
    expect(page.etag).toBe('old');
    expect(cache.get('/a')).toBeUndefined();
  });

  it('keeps nothing of a rendering that failed', async () => {
    const cache = new PageCache();
    await expect(
      cache.getOrRender('/', 0, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow();
    await expect(cache.getOrRender('/', 0, () => pageOf('a', ['list']))).resolves.toBeDefined();
  });

  it('stays within its size, forgetting what was asked for longest ago', async () => {
    const cache = new PageCache(4000);
    for (const name of ['a', 'b', 'c', 'd'])
      await cache.getOrRender(`/${name}`, 0, () => pageOf(name.repeat(1000), ['list']));
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.get('/d')).toBeDefined();
  });
});

describe('a page that is good for a minute', () => {
  let cache: PageCache;
  const render = (text: string) =>
    cache.getOrRender('/a', cache.changes, () => pageOf(text, ['author:1'], 60));

  beforeEach(async () => {
    cache = new PageCache();
    await render('old');
    await cache.getOrRender('/b', 0, () => pageOf('b', ['list']));
  });
  afterEach(() => vi.restoreAllMocks());

  it('is served for a minute and no longer, while others stay', async () => {
    await passTime(59);
    expect(cache.get('/a')?.etag).toBe('old');
    await passTime(2);
    expect(cache.get('/a')).toBeUndefined();
    await passTime(1e6);
    expect(cache.get('/b')?.etag).toBe('b');
  });

  it('is served on while it is rendered anew, and then no more', async () => {
    await passTime(61);
    expect(cache.prolong('/a')?.etag).toBe('old');
    expect(cache.get('/a')?.etag).toBe('old');
    await render('new');
    expect(cache.get('/a')?.etag).toBe('new');
    await passTime(61);
    expect(cache.get('/a')).toBeUndefined();
  });

  it('is tried again ten seconds after it could not be rendered', async () => {
    await passTime(61);
    cache.prolong('/a');
    await expect(
      cache.getOrRender('/a', 0, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow();
    expect(cache.get('/a')?.etag).toBe('old');
    await passTime(11);
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.prolong('/a')?.etag).toBe('old');
  });

  it('is gone, however old, once what it was made of has changed', async () => {
    await passTime(61);
    cache.drop(['author:1']);
    expect(cache.prolong('/a')).toBeUndefined();
    expect(cache.prolong('/b')?.etag).toBe('b');
  });
});

describe('the encoding of an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', 'identity'],
    ['identity', 'identity'],
    [undefined, 'identity'],
  ])('to a browser that takes %j is %s', (accepted, encoding) => {
    expect(encodingOf(accepted)).toBe(encoding);
  });
});
