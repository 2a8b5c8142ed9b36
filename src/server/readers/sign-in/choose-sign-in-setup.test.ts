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
  const sharedDatabase = { ...database, close: async () => {} };
  return createTestApp(sharedDatabase, env, undefined, signIn);
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
      const landing = await browser.open(accounts.url, { subject });
      expect([landing.status, landing.url]).toEqual([200, `${origin}/health`]);
      expect(browser.cookieNames).toContain('session');
    });
  }

  it('signs in on any port, behind another public URL', async () => {
    const origin = 'http://localhost:4999';
    test = await openTest(database, { PORT: '0', ORIGIN: origin });
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });

    const browser = new TestBrowser(address);
    const toLocalUrl = (url: string | undefined) => url!.replace(origin, address);
    const start = await browser.open(`${address}/auth/signin?redirect=/health`);
    const accounts = await browser.open(toLocalUrl(start.location));
    const chosen = await browser.open(accounts.url, { subject });
    const callback = await browser.open(toLocalUrl(chosen.location));
    const landing = await browser.open(toLocalUrl(callback.location));
    expect([landing.status, landing.url]).toEqual([200, `${address}/health`]);
  });

  describe('access to the demo provider', () => {
    const LOCAL_IP = '127.0.0.1';
    const REMOTE_IP = '203.0.113.7';
    /** Creates a demo provider, and requests one of its pages as a client at the IP address `remoteAddress`. */
    const requestPage = async (
      env: Record<string, string>,
      url: string,
      remoteAddress: string,
      headers = {},
    ) => {
      const app = fastify({ trustProxy: env.TRUST_PROXY ?? false });
      const { routes } = await chooseSignInSetup(readConfig(env));
      await app.register(routes!);
      const response = await app.inject({ url, headers, remoteAddress });
      await app.close();
      return response;
    };
    /** Returns true if a client at the given IP address can start a sign-in at the demo provider. */
    const canStartSignIn = async (
      env: Record<string, string>,
      remoteAddress: string,
      headers = {},
    ) => (await requestPage(env, '/oidc/auth', remoteAddress, headers)).statusCode !== 403;

    it.each([LOCAL_IP, '127.0.0.2', '::1', '::ffff:127.0.0.1'])(
      'is allowed for %s',
      async (address) => {
        expect(await canStartSignIn({}, address)).toBe(true);
      },
    );

    it.each([REMOTE_IP, `::ffff:${REMOTE_IP}`, '2001:db8::1'])(
      'is refused for %s',
      async (address) => {
        expect(await canStartSignIn({}, address)).toBe(false);
        expect(await canStartSignIn({ ALLOW_DEMO: '1' }, address)).toBe(true);
      },
    );

    it.each(['/oidc/auth/x', '/oidc/interaction/x', '/oidc/me', '/oidc/%61uth'])(
      'is restricted at %s too',
      async (url) => {
        expect((await requestPage({}, url, REMOTE_IP)).statusCode).toBe(403);
        expect((await requestPage({}, url, LOCAL_IP)).statusCode).not.toBe(403);
      },
    );

    it('is refused behind a local proxy', async () => {
      expect(await canStartSignIn({ ORIGIN: 'https://octavo.example' }, LOCAL_IP)).toBe(false);
      for (const address of [REMOTE_IP, LOCAL_IP]) {
        const forwarded = { 'x-forwarded-for': address };
        expect(await canStartSignIn({}, LOCAL_IP, forwarded)).toBe(false);
        // Sign-ins through a local proxy are also refused if `TRUST_PROXY` lists the proxy.
        expect(await canStartSignIn({ TRUST_PROXY: 'loopback' }, LOCAL_IP, forwarded)).toBe(false);
        expect(await canStartSignIn({ ALLOW_DEMO: '1' }, LOCAL_IP, forwarded)).toBe(true);
      }
    });

    it('is refused for other host names that resolve to this server', async () => {
      expect(await canStartSignIn({}, LOCAL_IP, { host: 'octavo.example' })).toBe(false);
      expect(await canStartSignIn({}, LOCAL_IP, { 'x-real-ip': REMOTE_IP })).toBe(false);
    });

    it('is refused with a styled page', async () => {
      const { headers, body } = await requestPage({}, '/oidc/auth', REMOTE_IP);
      expect(headers['content-type']).toContain('text/html');
      expect(body).toContain('ALLOW_DEMO=1');
      const [, stylesheet] = /rel="stylesheet" href="([^"]+)"/.exec(body)!;
      expect((await requestPage({}, stylesheet!, REMOTE_IP)).statusCode).toBe(200);
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
