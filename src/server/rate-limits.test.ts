import type { IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PagePayload } from '#domain/page.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import type { Database } from './platform/db/database.ts';
import { addRateLimits } from './platform/http/rate-limits.ts';
import { IdentityProviders } from './readers/sign-in/providers.ts';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';
import {
  createRedisUrl,
  isRedisAvailable,
  listRedisKeyLifetimes,
  openRedisProxy,
  type RedisProxy,
} from './testing/redis.ts';

const ADDRESS = '203.0.113.7';
const OTHER_ADDRESS = '203.0.113.8';

let database: Database;
const openTests: TestApp[] = [];
beforeAll(async () => {
  database = await pgliteTestEngine.openFilled();
});
afterEach(async () => {
  for (const test of openTests.splice(0)) await test.close();
});
afterAll(() => database.close());

/** Redis timeout, in milliseconds, that is long enough not to expire just because the test machine is busy. */
const LONG_TIMEOUT = 60_000;

/** Options for tests that simulate a Redis outage. */
interface OutageOptions {
  log?: Logger;
  redisTimeout?: number;
}

/** Creates an application that allows each client two searches and two uncached responses within a time window. */
async function openTest(
  env: Record<string, string> = {},
  { log = pino({ level: 'silent' }), redisTimeout = LONG_TIMEOUT }: OutageOptions = {},
) {
  const sharedDatabase = { ...database, close: async () => {} };
  const signIn = { providers: new IdentityProviders([]) };
  const limits = { search: 2, uncachedResponse: 2 };
  const test = await createTestApp(sharedDatabase, env, undefined, signIn, {
    limits,
    redisTimeout,
    log,
  });
  openTests.push(test);
  return test;
}

/** Creates an application with low rate limits. Returns a function that sends requests to it. */
async function openApp(env?: Record<string, string>, outage?: OutageOptions) {
  const { app } = await openTest(env, outage);
  return (url: string, remoteAddress = ADDRESS) => app.inject({ url, remoteAddress });
}

type SendRequest = Awaited<ReturnType<typeof openApp>>;

/** Sends requests one after the other and returns the statuses of the responses. */
async function fetchStatuses(
  sendRequest: SendRequest,
  urls: readonly string[],
  address?: string,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const url of urls) statuses.push((await sendRequest(url, address)).statusCode);
  return statuses;
}

it('counts an action for the client after another action of the same request for an account', async () => {
  const app = fastify();
  const count = await addRateLimits(app, { limits: { search: 1 } });
  app.get('/', async (request) => {
    await count('search', request, 'account');
    await count('search', request);
    return 'counted';
  });
  expect((await app.inject('/')).body).toBe('counted');
  await app.close();
});

describe('a client over a limit', () => {
  it('gets a message and the time until a retry', async () => {
    const sendRequest = await openApp();
    const urls = ['/api/v1/search?q=bridge', '/api/v1/search?q=canal'];
    expect(await fetchStatuses(sendRequest, urls)).toEqual([200, 200]);
    const { statusCode, headers, body } = await sendRequest('/api/v1/search?q=clock');
    expect([statusCode, JSON.parse(body)]).toEqual([
      429,
      { error: 'Too many searches. Wait a few seconds, then try again.' },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
    expect(headers['cache-control']).toBe('no-store');
    expect((await sendRequest('/api/v1/search?q=clock', OTHER_ADDRESS)).statusCode).toBe(200);
  });

  it('gets a page if it requested a page', async () => {
    const sendRequest = await openApp();
    expect(await fetchStatuses(sendRequest, ['/terms', '/privacy'])).toEqual([200, 200]);
    const document = await sendRequest('/faq');
    expect(document.statusCode).toBe(429);
    expect(document.headers['content-type']).toContain('text/html');
    expect(document.body).toContain('data-status="429"');
    expect(document.body).toContain('One Moment, Please');
    expect(Number(document.headers['retry-after'])).toBeGreaterThan(0);
    expect(document.headers['cache-control']).toBe('private, no-cache');
    const payload = await sendRequest('/page-payload/faq');
    expect([payload.statusCode, payload.json<PagePayload>().screen]).toEqual([429, 'busy']);
    expect((await sendRequest('/faq', OTHER_ADDRESS)).statusCode).toBe(200);
  });

  it('is limited in searches, by API call or page', async () => {
    const sendRequest = await openApp();
    const urls = ['/articles?q=bridge', '/api/v1/search?q=canal', '/page-payload/articles?q=clock'];
    expect(await fetchStatuses(sendRequest, urls)).toEqual([200, 200, 429]);
    expect(await fetchStatuses(sendRequest, ['/terms'])).toEqual([200]);
  });

  it('is limited in uncached lists', async () => {
    const sendRequest = await openApp();
    const urls = [1, 2, 3].map((limit) => `/api/v1/articles?limit=${limit}`);
    expect(await fetchStatuses(sendRequest, urls)).toEqual([200, 200, 429]);
  });

  it('is limited in URLs that match a route but do not exist', async () => {
    const sendRequest = await openApp();
    const urls = ['/nobody/nothing', '/authors/Nobody', '/nobody/else'];
    expect(await fetchStatuses(sendRequest, urls)).toEqual([404, 404, 429]);
    // These paths match no route. Their 404 responses are cheap and do not count toward the limit.
    const unknownUrls = Array.from({ length: 5 }, (_, at) => `/wp-login-${at}.php`);
    expect(await fetchStatuses(sendRequest, unknownUrls)).toEqual(unknownUrls.map(() => 404));
  });

  it('still gets cached responses', async () => {
    const sendRequest = await openApp();
    const cachedUrls = ['/about', '/api/v1/articles', '/api/v1/search?q=bridge'];
    expect(await fetchStatuses(sendRequest, cachedUrls)).toEqual([200, 200, 200]);
    for (const _ of [1, 2, 3]) {
      expect(await fetchStatuses(sendRequest, [...cachedUrls, '/page-payload/about'])).toEqual([
        200, 200, 200, 200,
      ]);
      // An unknown query parameter does not change the search, so the cached response is sent.
      expect(
        await fetchStatuses(sendRequest, [`/api/v1/search?q=bridge&x=${Math.random()}`]),
      ).toEqual([200]);
    }
    const furtherUrls = [
      '/api/v1/articles?limit=3',
      '/api/v1/search?q=canal',
      '/api/v1/search?q=clock',
    ];
    expect(await fetchStatuses(sendRequest, furtherUrls)).toEqual([429, 200, 429]);
    expect(await fetchStatuses(sendRequest, cachedUrls)).toEqual([200, 200, 200]);
  });

  it('gets 429 only for the requests beyond the limit when it sends them all at once', async () => {
    const sendRequest = await openApp();
    const urls = ['bridge', 'canal', 'clock', 'tortoise'].map((q) => `/api/v1/search?q=${q}`);
    const responses = await Promise.all(urls.map((url) => sendRequest(url)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429]);
  });

  it('does not affect another client with the same request at the same time', async () => {
    const sendRequest = await openApp();
    await fetchStatuses(sendRequest, ['/api/v1/search?q=bridge', '/api/v1/search?q=canal']);
    const url = '/api/v1/search?q=lighthouse';
    const responses = await Promise.all([sendRequest(url), sendRequest(url, OTHER_ADDRESS)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([429, 200]);
  });
});

describe('the client of an IP address', () => {
  const search = (sendRequest: SendRequest, query: string, address: string) =>
    sendRequest(`/api/v1/search?q=${query}`, address).then(({ statusCode }) => statusCode);

  it.each([
    [
      'is the /64 network of an IPv6 address',
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::2',
      '2001:db8:1:3::1',
    ],
    [
      'is the IPv4 address of a mapped IPv6 address',
      '::ffff:203.0.113.9',
      '203.0.113.9',
      '203.0.113.10',
    ],
    ['is the network of a link-local address', 'fe80::1%eth0', 'fe80::2%eth0', '::1'],
  ])('%s', async (_, first, same, another) => {
    const sendRequest = await openApp();
    expect(await search(sendRequest, 'bridge', first)).toBe(200);
    expect(await search(sendRequest, 'canal', same)).toBe(200);
    expect(await search(sendRequest, 'clock', first)).toBe(429);
    expect(await search(sendRequest, 'clock', same)).toBe(429);
    expect(await search(sendRequest, 'clock', another)).toBe(200);
  });

  it('is unknown once the connection has closed, without an error', async () => {
    const test = await openTest();
    test.app.addHook('onRequest', async ({ raw }) => {
      const descriptor = { value: undefined };
      Object.defineProperty((raw as IncomingMessage).socket, 'remoteAddress', descriptor);
    });
    const { statusCode } = await test.app.inject('/api/v1/search?q=bridge');
    expect(statusCode).toBe(200);
  });

  it('is the /64 network for error reports too', async () => {
    const test = await openTest();
    const reportError = (number: number) => {
      const report = createPostRequest('/api/v1/errors', { message: 'x is not a function' });
      return test.app.inject({ ...report, remoteAddress: `2001:db8:1:2::${number}` });
    };
    const responses = await Promise.all(Array.from({ length: 21 }, (_, at) => reportError(at + 1)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array<number>(20).fill(204),
      429,
    ]);
  });
});

describe.runIf(await isRedisAvailable())('rate limits that processes share', () => {
  let redisUrl: string;
  let redisProxy: RedisProxy;
  beforeEach(async () => {
    redisUrl = createRedisUrl();
    redisProxy = await openRedisProxy(redisUrl);
  });
  afterEach(() => redisProxy.cut());

  /** The log lines of the application. */
  const logLines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => logLines.push(line) });
  const OUTAGE = { log, redisTimeout: 250 };
  beforeEach(() => {
    logLines.length = 0;
  });

  it('are counted together, separately for each client and action', async () => {
    const env = { REDIS_URL: redisUrl };
    const [one, two] = [await openApp(env), await openApp(env)];
    expect(await fetchStatuses(one, ['/api/v1/search?q=bridge'])).toEqual([200]);
    expect(await fetchStatuses(two, ['/api/v1/search?q=canal'])).toEqual([200]);
    expect(await fetchStatuses(one, ['/articles?q=clock'])).toEqual([429]);
    expect(await fetchStatuses(two, ['/api/v1/search?q=clock'])).toEqual([429]);
    expect(await fetchStatuses(one, ['/terms'])).toEqual([200]);
    expect(await fetchStatuses(two, ['/api/v1/search?q=clock'], OTHER_ADDRESS)).toEqual([200]);
  });

  it('also apply to error reports and sign-ins', async () => {
    const env = { REDIS_URL: redisUrl };
    const apps = [await openTest(env), await openTest(env)].map(({ app }) => app);
    const responses = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        apps[at % 2]!.inject(
          createPostRequest('/api/v1/errors', { message: 'x is not a function' }),
        ),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    for (let index = 0; index < 240; index++) await apps[index % 2]!.inject('/auth/signin');
    for (const app of apps)
      expect((await app.inject('/auth/signin')).headers.location).toContain('error=busy');
  });

  it('expire after the window', async () => {
    const sendRequest = await openApp({ REDIS_URL: redisUrl });
    await fetchStatuses(sendRequest, ['/api/v1/search?q=bridge', '/terms']);
    const lifetimes = await listRedisKeyLifetimes(redisUrl);
    expect(lifetimes).toHaveLength(2);
    for (const lifetime of lifetimes) {
      expect(lifetime).toBeGreaterThan(0);
      expect(lifetime).toBeLessThanOrEqual(10_000);
    }
  });

  it.each(isRunOfAllTests() ? (['cut', 'freeze'] as const) : (['cut'] as const))(
    'are counted by each process while Redis is unavailable (%s), which is logged once',
    async (failure) => {
      const sendRequest = await openApp({ REDIS_URL: redisProxy.url }, OUTAGE);
      expect(await fetchStatuses(sendRequest, ['/terms'])).toEqual([200]);
      await redisProxy[failure]();
      const urls = ['bridge', 'canal', 'clock'].map((word) => `/api/v1/search?q=${word}`);
      expect(await fetchStatuses(sendRequest, urls)).toEqual([200, 200, 429]);
      expect(await fetchStatuses(sendRequest, urls.slice(2), OTHER_ADDRESS)).toEqual([200]);
      expect(logLines.join('')).toContain('REDIS_URL is not responding');

      await redisProxy.restore();
      await expect
        .poll(async () => {
          await sendRequest(`/api/v1/search?q=x${Math.random()}`);
          return logLines.join('');
        })
        .toContain('REDIS_URL is responding again');
      expect(logLines).toHaveLength(2);
    },
  );

  it('delay neither a start nor a stop', async () => {
    await redisProxy.cut();
    const sendRequest = await openApp({ REDIS_URL: redisProxy.url }, OUTAGE);
    expect(await fetchStatuses(sendRequest, ['/terms'])).toEqual([200]);
    await openTests.pop()!.close();
    expect(logLines.filter((line) => line.includes('REDIS_URL'))).toHaveLength(1);
  });
});
