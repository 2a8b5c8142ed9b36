import type { IncomingMessage } from 'node:http';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PagePayload } from '#domain/page.ts';
import type { Database } from './platform/db/database.ts';
import { Providers } from './readers/sign-in/providers.ts';
import { post, type TestApp, testApp } from './testing/app.ts';
import { embeddedDatabase } from './testing/databases.ts';
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
  database = await embeddedDatabase.openFilled();
});
afterEach(async () => {
  for (const test of open.splice(0)) await test.close();
});
afterAll(() => database.close());

/** An application that lets an address search twice, and have two things made. */
async function openTest(env: Record<string, string> = {}, log = pino({ level: 'silent' })) {
  const lent = { ...database, close: async () => {} };
  const signIn = { providers: new Providers([]) };
  const limits = { search: 2, making: 2 };
  const test = await testApp(lent, env, undefined, signIn, { limits, log });
  open.push(test);
  return test;
}

/** The way to ask such an application for something. */
async function openApp(env?: Record<string, string>, log?: Logger) {
  const { app } = await openTest(env, log);
  return (url: string, remoteAddress = ADDRESS) => app.inject({ url, remoteAddress });
}

type Ask = Awaited<ReturnType<typeof openApp>>;

/** The statuses of some requests, one after the other. */
async function statuses(ask: Ask, urls: readonly string[], address?: string): Promise<number[]> {
  const found: number[] = [];
  for (const url of urls) found.push((await ask(url, address)).statusCode);
  return found;
}

describe('what one address asks for too often', () => {
  it('is refused with a sentence, and a time to come back', async () => {
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

  it('is refused with a page where a page was asked for', async () => {
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

  it('is a search, by call or by page', async () => {
    const ask = await openApp();
    const urls = ['/articles?q=bridge', '/api/v1/search?q=canal', '/page-payload/articles?q=clock'];
    expect(await statuses(ask, urls)).toEqual([200, 200, 429]);
    expect(await statuses(ask, ['/terms'])).toEqual([200]);
  });

  it('is a list that has to be made', async () => {
    const ask = await openApp();
    const urls = [1, 2, 3].map((limit) => `/api/v1/articles?limit=${limit}`);
    expect(await statuses(ask, urls)).toEqual([200, 200, 429]);
  });

  it('is an address that might lead somewhere, and does not', async () => {
    const ask = await openApp();
    const urls = ['/nobody/nothing', '/authors/Nobody', '/nobody/else'];
    expect(await statuses(ask, urls)).toEqual([404, 404, 429]);
    // Nobody has to look for these.
    const nowhere = Array.from({ length: 5 }, (_, at) => `/wp-login-${at}.php`);
    expect(await statuses(ask, nowhere)).toEqual(nowhere.map(() => 404));
  });

  it('is never what has been made', async () => {
    const ask = await openApp();
    const made = ['/about', '/api/v1/articles', '/api/v1/search?q=bridge'];
    expect(await statuses(ask, made)).toEqual([200, 200, 200]);
    for (const _ of [1, 2, 3]) {
      expect(await statuses(ask, [...made, '/page-payload/about'])).toEqual([200, 200, 200, 200]);
      // Another spelling of the same.
      expect(await statuses(ask, [`/api/v1/search?q=bridge&x=${Math.random()}`])).toEqual([200]);
    }
    const beyond = ['/api/v1/articles?limit=3', '/api/v1/search?q=canal', '/api/v1/search?q=clock'];
    expect(await statuses(ask, beyond)).toEqual([429, 200, 429]);
    expect(await statuses(ask, made)).toEqual([200, 200, 200]);
  });

  it('is what comes after the last that was allowed, when all come at once', async () => {
    const ask = await openApp();
    const urls = ['bridge', 'canal', 'clock', 'tortoise'].map((q) => `/api/v1/search?q=${q}`);
    const answers = await Promise.all(urls.map((url) => ask(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429]);
  });

  it('costs nobody else who asks for the same at the same time', async () => {
    const ask = await openApp();
    await statuses(ask, ['/api/v1/search?q=bridge', '/api/v1/search?q=canal']);
    const url = '/api/v1/search?q=lighthouse';
    const answers = await Promise.all([ask(url), ask(url, OTHER)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200]);
  });
});

describe('an address', () => {
  const search = (ask: Ask, words: string, address: string) =>
    ask(`/api/v1/search?q=${words}`, address).then(({ statusCode }) => statusCode);

  it.each([
    ['is the /64 of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1'],
    ['is the same IPv4 when it is mapped', '::ffff:203.0.113.9', '203.0.113.9', '203.0.113.10'],
    ['is of its link', 'fe80::1%eth0', 'fe80::2%eth0', '::1'],
  ])('%s', async (_, first, same, another) => {
    const ask = await openApp();
    expect(await search(ask, 'bridge', first)).toBe(200);
    expect(await search(ask, 'canal', same)).toBe(200);
    expect(await search(ask, 'clock', first)).toBe(429);
    expect(await search(ask, 'clock', same)).toBe(429);
    expect(await search(ask, 'clock', another)).toBe(200);
  });

  it('is none once the connection has closed, which is no fault', async () => {
    const test = await openTest();
    test.app.addHook('onRequest', async ({ raw }) => {
      const gone = { value: undefined };
      Object.defineProperty((raw as IncomingMessage).socket, 'remoteAddress', gone);
    });
    const { statusCode } = await test.app.inject('/api/v1/search?q=bridge');
    expect(statusCode).toBe(200);
  });

  it('is counted by its /64 for faults too', async () => {
    const test = await openTest();
    const tell = (at: number) => {
      const report = post('/api/v1/errors', { message: 'x is not a function' });
      return test.app.inject({ ...report, remoteAddress: `2001:db8:1:2::${at}` });
    };
    const told = await Promise.all(Array.from({ length: 21 }, (_, at) => tell(at + 1)));
    expect(told.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array<number>(20).fill(204),
      429,
    ]);
  });
});

describe.runIf(await isRedisAvailable())('limits that processes share', () => {
  let redisUrl: string;
  let wire: RedisProxy;
  beforeEach(async () => {
    redisUrl = createRedisUrl();
    wire = await openRedisProxy(redisUrl);
  });
  afterEach(() => wire.cut());

  /** The lines an application has written. */
  const written: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => written.push(line) });
  beforeEach(() => {
    written.length = 0;
  });

  it('are counted together, each by itself', async () => {
    const env = { REDIS_URL: redisUrl };
    const [one, two] = [await openApp(env), await openApp(env)];
    expect(await statuses(one, ['/api/v1/search?q=bridge'])).toEqual([200]);
    expect(await statuses(two, ['/api/v1/search?q=canal'])).toEqual([200]);
    expect(await statuses(one, ['/articles?q=clock'])).toEqual([429]);
    expect(await statuses(two, ['/api/v1/search?q=clock'])).toEqual([429]);
    expect(await statuses(one, ['/terms'])).toEqual([200]);
    expect(await statuses(two, ['/api/v1/search?q=clock'], OTHER)).toEqual([200]);
  });

  it('are those of faults and of signing in as well', async () => {
    const env = { REDIS_URL: redisUrl };
    const apps = [await openTest(env), await openTest(env)].map(({ app }) => app);
    const told = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        apps[at % 2]!.inject(post('/api/v1/errors', { message: 'x is not a function' })),
      ),
    );
    expect(told.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    for (let at = 0; at < 240; at++) await apps[at % 2]!.inject('/auth/signin');
    for (const app of apps)
      expect((await app.inject('/auth/signin')).headers.location).toContain('error=busy');
  });

  it('are forgotten after their time', async () => {
    const ask = await openApp({ REDIS_URL: redisUrl });
    await statuses(ask, ['/api/v1/search?q=bridge', '/terms']);
    const counted = await listKeyLifetimes(redisUrl);
    expect(counted).toHaveLength(2);
    for (const left of counted) {
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(10_000);
    }
  });

  it.each(['cut', 'freeze'] as const)(
    "are each process's own while Redis is away (%s), which is said once",
    async (how) => {
      const ask = await openApp({ REDIS_URL: wire.url }, log);
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

  it('hold up neither a start nor a stop', async () => {
    await wire.cut();
    const ask = await openApp({ REDIS_URL: wire.url }, log);
    expect(await statuses(ask, ['/terms'])).toEqual([200]);
    await open.pop()!.close();
    expect(written.filter((line) => line.includes('REDIS_URL'))).toHaveLength(1);
  });
});
