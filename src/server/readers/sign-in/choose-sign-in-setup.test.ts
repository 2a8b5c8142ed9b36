import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '#demo/identity/accounts.ts';
import { TestBrowser } from '#demo/identity/testing/browser.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { findFreePort } from '#server/testing/free-port.ts';
import { chooseSignInSetup } from './choose-sign-in-setup.ts';

/** Creates an application with the identity providers that `env` configures. */
async function openTest(database: Database, env: Record<string, string>): Promise<TestApp> {
  const signIn = await chooseSignInSetup(readConfig(env));
  const lent = { ...database, close: async () => {} };
  return createTestApp(lent, env, undefined, signIn);
}

describe('the demo provider', () => {
  const { subject } = DEMO_ACCOUNTS[0]!;
  let database: Database;
  let test: TestApp | undefined;
  beforeAll(async () => {
    database = await pgliteTestEngine.open();
  });
  afterEach(async () => {
    await test?.close();
    test = undefined;
  });
  afterAll(() => database.close());

  for (const host of ['127.0.0.1', '::1', '127.0.0.2']) {
    it(`signs in if the server listens on ${host} only`, async ({ skip }) => {
      const port = await findFreePort(host);
      if (!port) return skip(`This machine has no ${host}.`);
      const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
      test = await openTest(database, { HOST: host, PORT: String(port), ORIGIN: origin });
      await test.app.listen({ host, port });

      const browser = new TestBrowser(origin);
      const accounts = await browser.open(`${origin}/auth/signin?redirect=/health`);
      expect(accounts.text).toContain('Who are you today?');
      const end = await browser.open(accounts.url, { subject });
      expect([end.status, end.url]).toEqual([200, `${origin}/health`]);
      expect(browser.cookieNames).toContain('session');
    });
  }

  it('signs in on any port, behind another public URL', async () => {
    const origin = 'http://localhost:4999';
    test = await openTest(database, { PORT: '0', ORIGIN: origin });
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });

    const browser = new TestBrowser(address);
    const inside = (url: string | undefined) => url!.replace(origin, address);
    const start = await browser.open(`${address}/auth/signin?redirect=/health`);
    const accounts = await browser.open(inside(start.location));
    const chosen = await browser.open(accounts.url, { subject });
    const answered = await browser.open(inside(chosen.location));
    const end = await browser.open(inside(answered.location));
    expect([end.status, end.url]).toEqual([200, `${address}/health`]);
  });

  describe('access to the demo provider', () => {
    const HERE = '127.0.0.1';
    const THERE = '203.0.113.7';
    /** Creates a demo provider, and requests one of its pages as a client at the IP address `from`. */
    const ask = async (env: Record<string, string>, url: string, from: string, headers = {}) => {
      const app = fastify({ trustProxy: env.TRUST_PROXY ?? false });
      const { routes } = await chooseSignInSetup(readConfig(env));
      await app.register(routes!);
      const response = await app.inject({ url, headers, remoteAddress: from });
      await app.close();
      return response;
    };
    /** Returns true if a client at the given IP address can start a sign-in at the demo provider. */
    const opens = async (env: Record<string, string>, from: string, headers = {}) =>
      (await ask(env, '/oidc/auth', from, headers)).statusCode !== 403;

    it.each([HERE, '127.0.0.2', '::1', '::ffff:127.0.0.1'])(
      'is allowed for %s',
      async (address) => {
        expect(await opens({}, address)).toBe(true);
      },
    );

    it.each([THERE, `::ffff:${THERE}`, '2001:db8::1'])('is refused for %s', async (address) => {
      expect(await opens({}, address)).toBe(false);
      expect(await opens({ ALLOW_DEMO: '1' }, address)).toBe(true);
    });

    it.each(['/oidc/auth/x', '/oidc/interaction/x', '/oidc/me', '/oidc/%61uth'])(
      'is restricted at %s too',
      async (url) => {
        expect((await ask({}, url, THERE)).statusCode).toBe(403);
        expect((await ask({}, url, HERE)).statusCode).not.toBe(403);
      },
    );

    it('is refused behind a local proxy', async () => {
      expect(await opens({ ORIGIN: 'https://octavo.example' }, HERE)).toBe(false);
      for (const address of [THERE, HERE]) {
        const forwarded = { 'x-forwarded-for': address };
        expect(await opens({}, HERE, forwarded)).toBe(false);
        // Access through a local proxy is also refused if `TRUST_PROXY` lists the proxy.
        expect(await opens({ TRUST_PROXY: 'loopback' }, HERE, forwarded)).toBe(false);
        expect(await opens({ ALLOW_DEMO: '1' }, HERE, forwarded)).toBe(true);
      }
    });

    it('is refused for other host names that resolve to this server', async () => {
      expect(await opens({}, HERE, { host: 'octavo.example' })).toBe(false);
      expect(await opens({}, HERE, { 'x-real-ip': THERE })).toBe(false);
    });

    it('is refused with a styled page', async () => {
      const { headers, body } = await ask({}, '/oidc/auth', THERE);
      expect(headers['content-type']).toContain('text/html');
      expect(body).toContain('ALLOW_DEMO=1');
      const [, stylesheet] = /rel="stylesheet" href="([^"]+)"/.exec(body)!;
      expect((await ask({}, stylesheet!, THERE)).statusCode).toBe(200);
    });
  });

  it('redirects rejected sign-ins to this page', async () => {
    const ORIGIN = 'https://octavo.example';
    test = await openTest(database, { ORIGIN });
    const { headers } = await test.app.inject('/auth/signin');
    const url = String(headers.location).replace(ORIGIN, '');
    expect((await test.app.inject(url)).body).toContain('ALLOW_DEMO=1');
  });

  it('does not reveal the client secret', async () => {
    const { providers } = await chooseSignInSetup(readConfig({}));
    expect(providers.choices).toEqual([{ id: 'demo', label: 'a demo account' }]);
  });
});

it('does not offer the demo provider with a configured provider', async () => {
  const env = { OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'octavo' };
  const { providers, routes, accounts } = await chooseSignInSetup(readConfig(env));
  expect([routes, accounts]).toEqual([undefined, undefined]);
  expect(providers.choices).toEqual([{ id: 'google', label: 'Google' }]);
});
