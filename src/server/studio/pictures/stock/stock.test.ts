import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BusyError,
  ConflictError,
  NotFoundError,
  TooManyRequestsError,
} from '#server/platform/errors.ts';
import {
  createPexelsPhoto,
  createUnsplashPhoto,
  type StockPhotoServer,
  type StockServerResponse,
  startStockPhotoServer,
} from '../testing/stock-photo-server.ts';
import { createPexelsClient } from './pexels.ts';
import { createUnsplashClient } from './unsplash.ts';

let stockServer: StockPhotoServer;
beforeAll(async () => {
  stockServer = await startStockPhotoServer();
});
afterAll(() => stockServer.close());
beforeEach(() => {
  stockServer.requestedPaths.length = 0;
  stockServer.responses.clear();
});

const access = () => ({ key: 'the-key', api: stockServer.address, timeout: 300 });

describe('Unsplash', () => {
  const service = () => createUnsplashClient(access());

  it('is searched through its API, and each picture credits its photographer with a referral link', async () => {
    const body = { total_pages: 3, results: [createUnsplashPhoto(stockServer)] };
    stockServer.responses.set('/search/photos', { body });
    expect(await service().search('coffee & milk', 2)).toEqual({
      hasMore: true,
      pictures: [
        {
          service: 'unsplash',
          id: 'Dwu85P9SOIk',
          thumbnail: expect.stringMatching(/^https:\/\/images\.unsplash\.com\/photo-/),
          width: 2448,
          height: 3264,
          alt: 'a man drinking a coffee',
          user: 'Joel <b>Bosetti</b>',
          userProfile: 'https://unsplash.com/@joel?utm_source=octavo&utm_medium=referral',
        },
      ],
    });
    expect(stockServer.requestedPaths).toEqual([
      '/search/photos?query=coffee+%26+milk&page=2&per_page=24&orientation=portrait&content_filter=high',
    ]);
    expect(stockServer.headers).toMatchObject({
      authorization: 'Client-ID the-key',
      'accept-version': 'v1',
    });
  });

  it('offers no pictures of other hosts or with invalid data', async () => {
    const results = [
      createUnsplashPhoto(stockServer, {
        urls: { raw: 'https://plus.unsplash.com/premium', small: 'https://plus.unsplash.com/p' },
      }),
      { id: 7 },
      null,
    ];
    stockServer.responses.set('/search/photos', { body: { total_pages: 1, results } });
    expect(await service().search('x', 1)).toEqual({ hasMore: false, pictures: [] });
  });

  it('is notified of a download when a picture is chosen, before it is stored', async () => {
    stockServer.responses.set('/photos/Dwu85P9SOIk', { body: createUnsplashPhoto(stockServer) });
    await expect(service().fetchChosenPicture('Dwu85P9SOIk')).rejects.toThrow(NotFoundError);
    stockServer.responses.set('/photos/Dwu85P9SOIk/download', {
      body: { url: 'https://x.example' },
    });
    const picture = await service().fetchChosenPicture('Dwu85P9SOIk');
    expect(picture).toMatchObject({ sourceId: 'Dwu85P9SOIk', color: '#6E633A' });
    expect(picture.address).toContain('ixid=abc');
    expect(picture.download).toBeUndefined();
    expect(stockServer.requestedPaths.at(-1)).toBe('/photos/Dwu85P9SOIk/download?ixid=abc');
  });

  it('follows no redirect to another host', async () => {
    const links = { download_location: 'http://169.254.169.254/latest' };
    stockServer.responses.set('/photos/a', { body: createUnsplashPhoto(stockServer, { links }) });
    await expect(service().fetchChosenPicture('a')).rejects.toThrow(BusyError);
    expect(stockServer.requestedPaths).toEqual(['/photos/a']);
  });

  it('reports an exceeded rate limit with status 403', async () => {
    stockServer.responses.set('/search/photos', { status: 403, body: 'Rate Limit Exceeded' });
    await expect(service().search('x', 1)).rejects.toThrow(TooManyRequestsError);
    stockServer.responses.set('/search/photos', {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0' },
      body: '',
    });
    await expect(service().search('x', 1)).rejects.toThrow('has reached its rate limit');
  });
});

describe('Pexels', () => {
  const service = () => createPexelsClient({ ...access(), images: stockServer.address });

  it('is searched through its API', async () => {
    const body = {
      photos: [createPexelsPhoto(stockServer)],
      next_page: 'https://api.pexels.com/next',
    };
    stockServer.responses.set('/v1/search', { body });
    expect(await service().search('rocks', 1)).toEqual({
      hasMore: true,
      pictures: [
        {
          service: 'pexels',
          id: '2014422',
          thumbnail: expect.stringContaining('images.pexels.com'),
          width: 3024,
          height: 3024,
          alt: 'Brown rocks during golden hour',
          user: 'Joey Farina',
          userProfile: 'https://www.pexels.com/@joey',
        },
      ],
    });
    expect(stockServer.headers).toMatchObject({ authorization: 'the-key' });
  });

  it('downloads a chosen picture without the API key', async () => {
    stockServer.responses.set('/v1/photos/2014422', { body: createPexelsPhoto(stockServer) });
    stockServer.responses.set('/photos/2014422/pexels-photo-2014422.jpeg', {
      body: Buffer.from('bytes'),
    });
    const picture = await service().fetchChosenPicture('2014422');
    expect(picture.address).toBeUndefined();
    expect(Buffer.from(await picture.download!()).toString()).toBe('bytes');
    expect(stockServer.requestedPaths.at(-1)).toContain('w=2400');
    expect(stockServer.headers).not.toHaveProperty('authorization');
  });

  it('follows no redirect to another host', async () => {
    const src = { original: 'http://169.254.169.254/latest', medium: 'https://a.example/b' };
    stockServer.responses.set('/v1/photos/1', { body: createPexelsPhoto(stockServer, { src }) });
    await expect(service().fetchChosenPicture('1')).rejects.toThrow(BusyError);
  });

  it('stops reading at the size limit', async () => {
    stockServer.responses.set('/v1/photos/2014422', { body: createPexelsPhoto(stockServer) });
    stockServer.responses.set('/photos/2014422/pexels-photo-2014422.jpeg', {
      body: Buffer.alloc(12 * 1024 * 1024 + 1),
    });
    const { download } = await service().fetchChosenPicture('2014422');
    await expect(download!()).rejects.toThrow(BusyError);
  });
});

describe.each([
  ['Unsplash', '/search/photos', () => createUnsplashClient(access())],
  ['Pexels', '/v1/search', () => createPexelsClient(access())],
] as const)('%s', (label, path, service) => {
  it.each<[string, StockServerResponse, new (...args: never[]) => Error, string]>([
    ['does not respond', {}, BusyError, 'is not responding correctly'],
    ['fails', { status: 500, body: 'oh' }, BusyError, 'is not responding correctly'],
    ['responds with HTML', { body: '<html>' }, BusyError, 'is not responding correctly'],
    [
      'responds with unexpected JSON',
      { body: { photos: 7, results: {} } },
      BusyError,
      'is not responding',
    ],
    [
      'redirects elsewhere',
      { status: 302, headers: { location: '/x' }, body: '' },
      BusyError,
      'is not',
    ],
    ['rejects the key', { status: 401, body: {} }, ConflictError, 'rejects the key in '],
    ['forbids the request', { status: 403, body: {} }, ConflictError, 'rejects the key in '],
    [
      'has received too many requests',
      { status: 429, headers: { 'retry-after': '60' }, body: {} },
      TooManyRequestsError,
      'has reached its rate limit',
    ],
  ])('explains its failure when it %s', async (_, response, kind, text) => {
    stockServer.responses.set(path, response);
    const error = await service()
      .search('sea', 1)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(String(error)).toContain(label);
    expect(String(error)).toContain(text);
  });
});
