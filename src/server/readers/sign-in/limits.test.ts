import { desc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AppComponents } from '#server/app-components.ts';
import type { Database } from '#server/platform/db/database.ts';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { IdentityProviders } from './providers.ts';
import { TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';
import { type SilentProvider, startSilentProvider } from './testing/silent-provider.ts';

/** Timeout of requests to the identity provider in these tests, in milliseconds. */
const TIMEOUT = 1000;

let database: Database;
let test: TestApp;
beforeAll(async () => {
  database = await pgliteTestEngine.open();
});
afterEach(() => test.close());
afterAll(() => database.close());

const openTest = async (signIn: AppComponents['signIn'], env = {}) => {
  const sharedDatabase = { ...database, close: async () => {} };
  test = await createTestApp(sharedDatabase, env, undefined, signIn);
};

describe('a provider that never responds', () => {
  const silentProviders: SilentProvider[] = [];
  beforeAll(async () => {
    silentProviders.push(await startSilentProvider('mute', { servesMetadata: false }));
    silentProviders.push(await startSilentProvider('shy', { servesMetadata: true }));
  });
  afterAll(() => Promise.all(silentProviders.map((provider) => provider.stop())));

  const openBrowser = async () => {
    const settings = silentProviders.map((provider) => provider.settings);
    await openTest({ providers: new IdentityProviders(settings, { timeout: TIMEOUT }) });
    return new TestBrowser(test.app);
  };
  /** Returns the status and the redirect URL of a response. */
  const getOutcome = async (browser: TestBrowser, url: string) => {
    const { statusCode, headers } = await browser.get(url);
    return [statusCode, headers.location];
  };

  it.runIf(isRunOfAllTests())(
    'ends the sign-in, and is called again at the next sign-in',
    async () => {
      const browser = await openBrowser();
      for (const _ of [1, 2])
        expect(await getOutcome(browser, '/auth/signin?provider=mute&redirect=/about')).toEqual([
          302,
          '/auth?error=failed&redirect=%2Fabout',
        ]);
    },
  );

  it.runIf(isRunOfAllTests())(
    'ends the sign-in after the redirect back, and is reported',
    async () => {
      const browser = await openBrowser();
      const start = await browser.get('/auth/signin?provider=shy&redirect=/about');
      const state = new URL(String(start.headers.location)).searchParams.get('state');
      expect(await getOutcome(browser, `/auth/callback?code=x&state=${state}`)).toEqual([
        302,
        '/auth?error=failed&redirect=%2Fabout',
      ]);
      await test.app.close();
      const [errorGroup] = await database.queries
        .select()
        .from(storedErrorGroups)
        .orderBy(desc(storedErrorGroups.id));
      expect(errorGroup).toMatchObject({ path: '/auth/callback', source: 'server' });
    },
  );
});

describe('too many sign-ins of one IP address', () => {
  let issuer: MockIssuer;
  beforeAll(async () => {
    issuer = await startMockIssuer('mock', 'Mock');
    issuer.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true };
  });
  afterAll(() => issuer.stop());

  const openLimited = (env = {}) =>
    openTest({ providers: new IdentityProviders([issuer.settings]), attemptsPerMinute: 2 }, env);
  const startSignIn = (headers = {}) =>
    test.app.inject({ url: '/auth/signin?redirect=/about', headers });

  it('end on the sign-in page with a retry time', async () => {
    await openLimited();
    for (const _ of [1, 2])
      expect((await startSignIn()).headers.location).toMatch(
        new RegExp(`^${issuer.settings.issuer}`),
      );
    const busy = await startSignIn();
    expect([busy.statusCode, busy.headers.location]).toEqual([
      302,
      '/auth?error=busy&redirect=%2Fabout',
    ]);
    expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(busy.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(busy.headers['cache-control']).toBe('no-store');
    expect(busy.cookies).toEqual([]);
  });

  it('are counted separately for callbacks, without losing the attempt', async () => {
    await openLimited();
    const browser = new TestBrowser(test.app);
    const { callback } = await browser.visitProvider({ redirect: '/about' });
    for (const _ of [1, 2]) await new TestBrowser(test.app).get('/auth/callback?code=guess');
    const busy = await browser.get(callback);
    expect([busy.statusCode, busy.headers.location]).toEqual([
      302,
      '/auth?error=busy&redirect=%2Fabout',
    ]);
    expect(browser.cookies.has('pkce_code_verifier')).toBe(true);
  });

  it('are counted by the client address behind a proxy', async () => {
    await openLimited({ TRUST_PROXY: 'loopback' });
    const startSignInFrom = (address: string) => startSignIn({ 'x-forwarded-for': address });
    for (const _ of [1, 2]) await startSignInFrom('203.0.113.1');
    expect((await startSignInFrom('203.0.113.1')).headers.location).toContain('error=busy');
    expect((await startSignInFrom('203.0.113.2')).headers.location).not.toContain('error=busy');
  });

  it('do not prevent signing out', async () => {
    await openLimited();
    for (const _ of [1, 2, 3])
      expect((await test.app.inject('/auth/signout')).headers.location).toBe('/');
  });
});
