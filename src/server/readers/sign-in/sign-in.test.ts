import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/readers/accounts/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { IdentityProviders } from './providers.ts';
import { TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';

const ORIGIN = 'http://localhost:3000';

describe.each(await selectTestDatabaseEngines())('signing in, on $name', ({ open }) => {
  let issuer: MockIssuer;
  let test: TestApp;
  let browser: TestBrowser;

  beforeAll(async () => {
    issuer = await startMockIssuer('mock', 'Mock');
    test = await createTestApp(await open(), {}, undefined, {
      providers: new IdentityProviders([issuer.settings]),
    });
  });
  afterAll(async () => {
    await issuer.stop();
    await test.close();
  });
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    browser = new TestBrowser(test.app);
    issuer.claims = { sub: 'ada', email: 'Ada@example.org', email_verified: true, name: 'Ada' };
  });

  const fetchProfile = () => browser.get('/api/v1/user/profile');
  /** Expects that a sign-in has failed. Returns the error code from the redirect URL. */
  const getErrorReason = ({ statusCode, headers }: LightMyRequestResponse) => {
    expect(statusCode).toBe(302);
    const url = new URL(headers.location as string, ORIGIN);
    expect(url.pathname).toBe('/auth');
    expect(browser.cookies.has('session')).toBe(false);
    expect(browser.cookies.has('id_token')).toBe(false);
    return url.searchParams.get('error');
  };

  it('redirects with code, state, nonce, S256 and identity_provider', async () => {
    const { authorize } = await browser.visitProvider();
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'octavo',
      redirect_uri: `${ORIGIN}/auth/callback`,
      scope: 'email openid profile',
      code_challenge_method: 'S256',
      identity_provider: 'Mock',
      state: expect.stringMatching(/.{20,}/),
      nonce: expect.stringMatching(/.{20,}/),
    });
    expect(authorize.searchParams.get('code_challenge')).toHaveLength(43);
  });

  it('stores the attempt for five minutes in httpOnly cookies', async () => {
    const { cookies } = await browser.get('/auth/signin?redirect=/articles');
    expect(cookies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['pkce_code_verifier', 'auth_redirect']),
    );
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ maxAge: 300, httpOnly: true, sameSite: 'Lax', path: '/auth' });
  });

  it('opens a session and returns to the previous page', async () => {
    const response = await browser.signIn({ redirect: '/articles?category=nsm' });
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      '/articles?category=nsm',
    ]);
    const session = response.cookies.find(({ name }) => name === 'session');
    expect(session).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 2_592_000,
    });
    expect(browser.idTokenClaims).toEqual({
      sub: expect.any(String),
      exp: expect.any(Number),
      name: 'Ada',
      email: 'Ada@example.org',
      tier: 'free',
      providerLabel: 'Mock',
    });
    expect((await fetchProfile()).json()).toEqual({
      data: {
        subscriptionTier: 'free',
        subscriptionStatus: null,
        subscriptionExpiresAt: null,
        subscriptionEnds: false,
      },
    });
    expect([...browser.cookies.keys()].sort()).toEqual(['id_token', 'session']);
  });

  it('recognizes a returning reader', async () => {
    await browser.signIn();
    await browser.signIn();
    expect(await test.database.queries.select().from(users)).toHaveLength(1);
  });

  it('creates one account for a first sign-in in two tabs at once', async () => {
    const [left, right] = [browser, new TestBrowser(test.app)];
    const visits = [await left.visitProvider(), await right.visitProvider()];
    const responses = await Promise.all([
      left.get(visits[0]!.callback),
      right.get(visits[1]!.callback),
    ]);
    expect(responses.map(({ headers }) => headers.location)).toEqual(['/', '/']);
    expect(await test.database.queries.select().from(users)).toHaveLength(1);
  });

  it('returns each of several tabs to its previous page, in any order', async () => {
    const tabs = [];
    for (const redirect of ['/about', '/articles?q=salt%20pan', '/faq'])
      tabs.push({ redirect, ...(await browser.visitProvider({ redirect })) });
    for (const { redirect, callback } of [tabs[1]!, tabs[0]!, tabs[2]!])
      expect((await browser.get(callback)).headers.location).toBe(redirect);
    expect([...browser.cookies.keys()].sort()).toEqual(['id_token', 'session']);
  });

  it.each([
    ['Ada Lovelace', ' Ada Lovelace '],
    ['Ada', undefined],
    ['Ada', '  '],
    ['x'.repeat(100), 'x'.repeat(9000)],
  ])('names the reader %.20s if the provider says %.20j', async (name, claimedName) => {
    issuer.claims.name = claimedName;
    await browser.signIn();
    expect(browser.idTokenClaims?.name).toBe(name);
  });

  describe('fails', () => {
    it('without the cookies of the attempt', async () => {
      const { callback } = await browser.visitProvider();
      browser.cookies.delete('pkce_code_verifier');
      expect(getErrorReason(await browser.get(callback))).toBe('expired');
    });

    it('with another state, and the attempt remains valid', async () => {
      const { callback } = await browser.visitProvider();
      const forged = callback.replace(/state=[^&]+/, 'state=forged');
      expect(getErrorReason(await browser.get(forged))).toBe('expired');
      expect((await browser.get(callback)).headers.location).toBe('/');
    });

    it('in the oldest of too many tabs, and redirects to the default', async () => {
      const tabs: string[] = [];
      for (let tab = 0; tab < 5; tab++)
        tabs.push((await browser.visitProvider({ redirect: `/faq?${tab}` })).callback);
      expect((await browser.get(tabs[0]!)).headers.location).toBe('/auth?error=expired');
      expect((await browser.get(tabs[1]!)).headers.location).toBe('/faq?1');
    });

    it('five minutes after its start, even if other attempts started later', async () => {
      const { callback } = await browser.visitProvider();
      const startedAt = Number(browser.cookies.get('auth_begun'));
      browser.cookies.set('auth_begun', String(startedAt - 300_000));
      await browser.visitProvider();
      expect(getErrorReason(await browser.get(callback))).toBe('expired');
    });

    it('with another attempt’s verifier', async () => {
      const { callback } = await browser.visitProvider();
      browser.cookies.set('pkce_code_verifier', 'x'.repeat(43));
      expect(getErrorReason(await browser.get(callback))).toBe('failed');
    });

    it('with a used code', async () => {
      const { callback } = await browser.visitProvider();
      const attempt = new Map(browser.cookies);
      await browser.get(callback);
      browser.cookies.clear();
      for (const [name, value] of attempt) browser.cookies.set(name, value);
      expect(getErrorReason(await browser.get(callback))).toBe('failed');
    });

    it('if the reader declines at a provider that omits the state', async () => {
      const { callback } = await browser.visitProvider({ redirect: '/faq' });
      const { headers } = await browser.get('/auth/callback?error=access_denied');
      expect(headers.location).toBe('/auth?error=denied&redirect=%2Ffaq');
      expect((await browser.get(callback)).headers.location).toBe('/faq');
    });

    it('if the reader declines', async () => {
      const { callback } = await browser.visitProvider();
      const state = /state=[^&]+/.exec(callback)![0];
      expect(getErrorReason(await browser.get(`/auth/callback?error=access_denied&${state}`))).toBe(
        'denied',
      );
    });

    it('if the provider has not verified the email address', async () => {
      issuer.claims.email_verified = false;
      expect(getErrorReason(await browser.signIn())).toBe('unverified');
    });

    it('with an invalid email address', async () => {
      issuer.claims.email = `${'x'.repeat(300)}@example.org`;
      expect(getErrorReason(await browser.signIn())).toBe('unverified');
    });

    it('through an unknown provider', async () => {
      expect(getErrorReason(await browser.get('/auth/signin?provider=nobody'))).toBe('failed');
      expect(getErrorReason(await browser.get('/auth/signin?provider=mock&provider=mock'))).toBe(
        'failed',
      );
    });

    it('if the provider fails', async () => {
      const { callback } = await browser.visitProvider();
      issuer.server.service.once('beforeResponse', (response) => {
        response.statusCode = 500;
      });
      expect(getErrorReason(await browser.get(callback))).toBe('failed');
    });

    it('with the email address of another person at the same provider', async () => {
      await browser.signIn();
      browser = new TestBrowser(test.app);
      Object.assign(issuer.claims, { sub: 'somebody-else', email: 'ADA@example.org' });
      const response = await browser.signIn();
      expect(getErrorReason(response)).toBe('taken');
      // The reader gets no offer to link the new identity. To accept an offer, the reader would have to sign in with
      // the previous identity at the same provider, but the provider would return the new identity again.
      expect(response.headers.location).toBe('/auth?error=taken');
      expect(await test.database.queries.select().from(users)).toHaveLength(1);
    });
  });

  it('never redirects to another site', async () => {
    for (const redirect of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:x',
    ]) {
      expect((await browser.signIn({ redirect })).headers.location).toBe('/');
    }
  });
});
