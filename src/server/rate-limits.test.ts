import type { IncomingMessage } from 'node:http';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PagePayload } from '#domain/page.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import type { Database } from './platform/db/database.ts';
import { IdentityProviders } from './readers/sign-in/providers.ts';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';
import {
  createRedisUrl,
  isRedisAvailable,
  listKeyLifetimes,
  openRedisProxy,
  type RedisProxy,
} from './testing/redis.ts';

const ADDRESS = '203.0.113.7';
const OTHER = '203.0.113.8';

let database: Database;
const open: TestApp[] = [];
beforeAll(async () => {
  database = await pgliteTestEngine.openFilled();
});
afterEach(async () => {
  for (const test of open.splice(0)) await test.close();
});
afterAll(() => database.close());

/** Redis timeout in milliseconds with which a busy machine does not look like an outage of Redis. */
const LONG_TIMEOUT = 60_000;

/** Options of tests that simulate an outage of Redis. */
interface OutageOptions {
  log?: Logger;
  redisTimeout?: number;
}

/** Creates an application that allows each client two searches and two rendered responses within a time window. */
async function openTest(
  env: Record<string, string> = {},
  { log = pino({ level: 'silent' }), redisTimeout = LONG_TIMEOUT }: OutageOptions = {},
) {
  const lent = { ...database, close: async () => {} };
  const signIn = { providers: new IdentityProviders([]) };
  const limits = { search: 2, uncachedResponse: 2 };
  const test = await createTestApp(lent, env, undefined, signIn, { limits, redisTimeout, log });
  open.push(test);
  return test;
}

/** Creates an application with low rate limits. Returns a function that sends requests to it. */
async function openApp(env?: Record<string, string>, outage?: OutageOptions) {
  const { app } = await openTest(env, outage);
  return (url: string, remoteAddress = ADDRESS) => app.inject({ url, remoteAddress });
}

type Ask = Awaited<ReturnType<typeof openApp>>;

/** Sends requests one after the other and returns the statuses of the responses. */
async function statuses(ask: Ask, urls: readonly string[], address?: string): Promise<number[]> {
  const found: number[] = [];
  for (const url of urls) found.push((await ask(url, address)).statusCode);
  return found;
}

describe('a client over a limit', () => {
  it('gets a message and the time until a retry', async () => {
    const ask = await openApp();
    const urls = ['/api/v1/search?q=bridge', '/api/v1/search?q=canal'];
    expect(await statuses(ask, urls)).toEqual([200, 200]);
    const { statusCode, headers, body } = await ask('/api/v1/search?q=clock');
    expect([statusCode, JSON.parse(body)]).toEqual([
      429,
      { error: 'Too many searches. Wait a few seconds, then try again.' },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
    expect(headers['cache-control']).toBe('no-store');
    expect((await ask('/api/v1/search?q=clock', OTHER)).statusCode).toBe(200);
  });

  it('gets a page if it requested a page', async () => {
    const ask = await openApp();
    expect(await statuses(ask, ['/terms', '/privacy'])).toEqual([200, 200]);
    const document = await ask('/faq');
    expect(document.statusCode).toBe(429);
    expect(document.headers['content-type']).toContain('text/html');
    expect(document.body).toContain('data-status="429"');
    expect(document.body).toContain('One Moment, Please');
    expect(Number(document.headers['retry-after'])).toBeGreaterThan(0);
    expect(document.headers['cache-control']).toBe('private, no-cache');
    const payload = await ask('/page-payload/faq');
    expect([payload.statusCode, payload.json<PagePayload>().screen]).toEqual([429, 'busy']);
    expect((await ask('/faq', OTHER)).statusCode).toBe(200);
  });

  it('is limited in searches, by API call or page', async () => {
    const ask = await openApp();
    const urls = ['/articles?q=bridge', '/api/v1/search?q=canal', '/page-payload/articles?q=clock'];
    expect(await statuses(ask, urls)).toEqual([200, 200, 429]);
    expect(await statuses(ask, ['/terms'])).toEqual([200]);
  });

  it('is limited in uncached lists', async () => {
    const ask = await openApp();
    const urls = [1, 2, 3].map((limit) => `/api/v1/articles?limit=${limit}`);
    expect(await statuses(ask, urls)).toEqual([200, 200, 429]);
  });

  it('is limited in URLs that match a route but do not exist', async () => {
    const ask = await openApp();
    const urls = ['/nobody/nothing', '/authors/Nobody', '/nobody/else'];
    expect(await statuses(ask, urls)).toEqual([404, 404, 429]);
    // These paths match no route. Their 404 responses are cheap and do not count toward the limit.
    const nowhere = Array.from({ length: 5 }, (_, at) => `/wp-login-${at}.php`);
    expect(await statuses(ask, nowhere)).toEqual(nowhere.map(() => 404));
  });

  it('still gets cached responses', async () => {
    const ask = await openApp();
    const made = ['/about', '/api/v1/articles', '/api/v1/search?q=bridge'];
    expect(await statuses(ask, made)).toEqual([200, 200, 200]);
    for (const _ of [1, 2, 3]) {
      expect(await statuses(ask, [...made, '/page-payload/about'])).toEqual([200, 200, 200, 200]);
      // An unknown query parameter does not change the search, so the response is still cached.
      expect(await statuses(ask, [`/api/v1/search?q=bridge&x=${Math.random()}`])).toEqual([200]);
    }
    const beyond = ['/api/v1/articles?limit=3', '/api/v1/search?q=canal', '/api/v1/search?q=clock'];
    expect(await statuses(ask, beyond)).toEqual([429, 200, 429]);
    expect(await statuses(ask, made)).toEqual([200, 200, 200]);
  });

  it('gets 429 only for the requests beyond the limit when it sends them all at once', async () => {
    const ask = await openApp();
    const urls = ['bridge', 'canal', 'clock', 'tortoise'].map((q) => `/api/v1/search?q=${q}`);
    const answers = await Promise.all(urls.map((url) => ask(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429]);
  });

  it('does not affect another client with the same request at the same time', async () => {
    const ask = await openApp();
    await statuses(ask, ['/api/v1/search?q=bridge', '/api/v1/search?q=canal']);
    const url = '/api/v1/search?q=lighthouse';
    const answers = await Promise.all([ask(url), ask(url, OTHER)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200]);
  });
});

describe('the client of an IP address', () => {
  const search = (ask: Ask, words: string, address: string) =>
    ask(`/api/v1/search?q=${words}`, address).then(({ statusCode }) => statusCode);

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
    const ask = await openApp();
    expect(await search(ask, 'bridge', first)).toBe(200);
    expect(await search(ask, 'canal', same)).toBe(200);
    expect(await search(ask, 'clock', first)).toBe(429);
    expect(await search(ask, 'clock', same)).toBe(429);
    expect(await search(ask, 'clock', another)).toBe(200);
  });

  it('is unknown once the connection has closed, without an error', async () => {
    const test = await openTest();
    test.app.addHook('onRequest', async ({ raw }) => {
      const gone = { value: undefined };
      Object.defineProperty((raw as IncomingMessage).socket, 'remoteAddress', gone);
    });
    const { statusCode } = await test.app.inject('/api/v1/search?q=bridge');
    expect(statusCode).toBe(200);
  });

  it('is the /64 network for error reports too', async () => {
    const test = await openTest();
    const tell = (at: number) => {
      const report = createPostRequest('/api/v1/errors', { message: 'x is not a function' });
      return test.app.inject({ ...report, remoteAddress: `2001:db8:1:2::${at}` });
    };
    const told = await Promise.all(Array.from({ length: 21 }, (_, at) => tell(at + 1)));
    expect(told.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array<number>(20).fill(204),
      429,
    ]);
  });
});

describe.runIf(await isRedisAvailable())('rate limits that processes share', () => {
  let redisUrl: string;
  let wire: RedisProxy;
  beforeEach(async () => {
    redisUrl = createRedisUrl();
    wire = await openRedisProxy(redisUrl);
  });
  afterEach(() => wire.cut());

  /** The log lines of the application. */
  const written: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => written.push(line) });
  const OUTAGE = { log, redisTimeout: 250 };
  beforeEach(() => {
    written.length = 0;
  });

  it('are counted together, separately for each client and action', async () => {
    const env = { REDIS_URL: redisUrl };
    const [one, two] = [await openApp(env), await openApp(env)];
    expect(await statuses(one, ['/api/v1/search?q=bridge'])).toEqual([200]);
    expect(await statuses(two, ['/api/v1/search?q=canal'])).toEqual([200]);
    expect(await statuses(one, ['/articles?q=clock'])).toEqual([429]);
    expect(await statuses(two, ['/api/v1/search?q=clock'])).toEqual([429]);
    expect(await statuses(one, ['/terms'])).toEqual([200]);
    expect(await statuses(two, ['/api/v1/search?q=clock'], OTHER)).toEqual([200]);
  });

  it('also apply to error reports and sign-ins', async () => {
    const env = { REDIS_URL: redisUrl };
    const apps = [await openTest(env), await openTest(env)].map(({ app }) => app);
    const told = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        apps[at % 2]!.inject(
          createPostRequest('/api/v1/errors', { message: 'x is not a function' }),
        ),
      ),
    );
    expect(told.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    for (let at = 0; at < 240; at++) await apps[at % 2]!.inject('/auth/signin');
    for (const app of apps)
      expect((await app.inject('/auth/signin')).headers.location).toContain('error=busy');
  });

  it('expire after the window', async () => {
    const ask = await openApp({ REDIS_URL: redisUrl });
    await statuses(ask, ['/api/v1/search?q=bridge', '/terms']);
    const counted = await listKeyLifetimes(redisUrl);
    expect(counted).toHaveLength(2);
    for (const left of counted) {
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(10_000);
    }
  });

  it.each(isRunOfAllTests() ? (['cut', 'freeze'] as const) : (['cut'] as const))(
    'are counted by each process while Redis is unavailable (%s), which is logged once',
    async (how) => {
      const ask = await openApp({ REDIS_URL: wire.url }, OUTAGE);
      expect(await statuses(ask, ['/terms'])).toEqual([200]);
      await wire[how]();
      const urls = ['bridge', 'canal', 'clock'].map((word) => `/api/v1/search?q=${word}`);
      expect(await statuses(ask, urls)).toEqual([200, 200, 429]);
      expect(await statuses(ask, urls.slice(2), OTHER)).toEqual([200]);
      expect(written.join('')).toContain('REDIS_URL is not responding');

      await wire.restore();
      await expect
        .poll(async () => {
          await ask(`/api/v1/search?q=x${Math.random()}`);
          return written.join('');
        })
        .toContain('REDIS_URL is responding again');
      expect(written).toHaveLength(2);
    },
  );

  it('delay neither a start nor a stop', async () => {
    await wire.cut();
    const ask = await openApp({ REDIS_URL: wire.url }, OUTAGE);
    expect(await statuses(ask, ['/terms'])).toEqual([200]);
    await open.pop()!.close();
    expect(written.filter((line) => line.includes('REDIS_URL'))).toHaveLength(1);
  });
});
