import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/readers/accounts/schema.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { Providers } from './providers.ts';
import { TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';

const ORIGIN = 'http://localhost:3000';

describe.each(await testDatabases())('signing in, on $name', ({ open }) => {
  let issuer: MockIssuer;
  let test: TestApp;
  let browser: TestBrowser;

  beforeAll(async () => {
    issuer = await startMockIssuer('mock', 'Mock');
    test = await testApp(await open(), {}, undefined, {
      providers: new Providers([issuer.settings]),
    });
  });
  afterAll(async () => {
    await issuer.stop();
    await test.close();
  });
  beforeEach(async () => {
    await test.database.queries.execute(sql`TRUNCATE users CASCADE`);
    browser = new TestBrowser(test.app);
    issuer.claims = { sub: 'ada', email: 'Ada@example.org', email_verified: true, name: 'Ada' };
  });

  const profile = () => browser.get('/api/v1/user/profile');
  /** Where a failed attempt ends: the reason it gives. */
  const reasonOf = ({ statusCode, headers }: LightMyRequestResponse) => {
    expect(statusCode).toBe(302);
    const to = new URL(headers.location as string, ORIGIN);
    expect(to.pathname).toBe('/auth');
    expect(browser.cookies.has('session')).toBe(false);
    expect(browser.cookies.has('id_token')).toBe(false);
    return to.searchParams.get('error');
  };

  it('asks the provider with code, state, nonce, S256 and identity_provider', async () => {
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

  it('keeps the attempt in cookies of five minutes that scripts cannot read', async () => {
    const { cookies } = await browser.get('/auth/signin?redirect=/articles');
    expect(cookies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['pkce_code_verifier', 'auth_redirect']),
    );
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ maxAge: 300, httpOnly: true, sameSite: 'Lax', path: '/auth' });
  });

  it('opens a session and leads back to where the reader was', async () => {
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
    expect((await profile()).json()).toEqual({
      data: {
        subscriptionTier: 'free',
        subscriptionStatus: null,
        subscriptionExpiresAt: null,
        subscriptionEnds: false,
      },
    });
    expect([...browser.cookies.keys()].sort()).toEqual(['id_token', 'session']);
  });

  it('knows a reader again, and makes no second account', async () => {
    await browser.signIn();
    await browser.signIn();
    expect(await test.database.queries.select().from(users)).toHaveLength(1);
  });

  it('makes one account of a reader’s first sign-in in two tabs at once', async () => {
    const [left, right] = [browser, new TestBrowser(test.app)];
    const ways = [await left.visitProvider(), await right.visitProvider()];
    const answers = await Promise.all([left.get(ways[0]!.callback), right.get(ways[1]!.callback)]);
    expect(answers.map(({ headers }) => headers.location)).toEqual(['/', '/']);
    expect(await test.database.queries.select().from(users)).toHaveLength(1);
  });

  it('ends in each of several tabs where that tab came from, in whichever order', async () => {
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
  ])('calls the reader %.20s when the provider says %.20j', async (name, claimed) => {
    issuer.claims.name = claimed;
    await browser.signIn();
    expect(browser.idTokenClaims?.name).toBe(name);
  });

  describe('lets nobody in', () => {
    it('without the cookies of the attempt, or when they have expired', async () => {
      const { callback } = await browser.visitProvider();
      browser.cookies.delete('pkce_code_verifier');
      expect(reasonOf(await browser.get(callback))).toBe('expired');
    });

    it('with a state that is not the attempt’s, which can still be answered', async () => {
      const { callback } = await browser.visitProvider();
      const forged = callback.replace(/state=[^&]+/, 'state=forged');
      expect(reasonOf(await browser.get(forged))).toBe('expired');
      expect((await browser.get(callback)).headers.location).toBe('/');
    });

    it('in the oldest of more tabs than have room, and leads from there nowhere in particular', async () => {
      const tabs: string[] = [];
      for (let at = 0; at < 5; at++)
        tabs.push((await browser.visitProvider({ redirect: `/faq?${at}` })).callback);
      expect((await browser.get(tabs[0]!)).headers.location).toBe('/auth?error=expired');
      expect((await browser.get(tabs[1]!)).headers.location).toBe('/faq?1');
    });

    it('five minutes after the attempt began, whatever has begun since in other tabs', async () => {
      const { callback } = await browser.visitProvider();
      const begunAt = Number(browser.cookies.get('auth_begun'));
      browser.cookies.set('auth_begun', String(begunAt - 300_000));
      await browser.visitProvider();
      expect(reasonOf(await browser.get(callback))).toBe('expired');
    });

    it('with another attempt’s verifier', async () => {
      const { callback } = await browser.visitProvider();
      browser.cookies.set('pkce_code_verifier', 'x'.repeat(43));
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('with a code that was used', async () => {
      const { callback } = await browser.visitProvider();
      const attempt = new Map(browser.cookies);
      await browser.get(callback);
      browser.cookies.clear();
      for (const [name, value] of attempt) browser.cookies.set(name, value);
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('when the reader says no at a provider that does not say of which attempt', async () => {
      const { callback } = await browser.visitProvider({ redirect: '/faq' });
      const { headers } = await browser.get('/auth/callback?error=access_denied');
      expect(headers.location).toBe('/auth?error=denied&redirect=%2Ffaq');
      expect((await browser.get(callback)).headers.location).toBe('/faq');
    });

    it('when the reader says no at the provider', async () => {
      const { callback } = await browser.visitProvider();
      const state = /state=[^&]+/.exec(callback)![0];
      expect(reasonOf(await browser.get(`/auth/callback?error=access_denied&${state}`))).toBe(
        'denied',
      );
    });

    it('when the provider has not verified the address', async () => {
      issuer.claims.email_verified = false;
      expect(reasonOf(await browser.signIn())).toBe('unverified');
    });

    it('with an address no mailbox can have', async () => {
      issuer.claims.email = `${'x'.repeat(300)}@example.org`;
      expect(reasonOf(await browser.signIn())).toBe('unverified');
    });

    it('through a provider that is not there', async () => {
      expect(reasonOf(await browser.get('/auth/signin?provider=nobody'))).toBe('failed');
      expect(reasonOf(await browser.get('/auth/signin?provider=mock&provider=mock'))).toBe(
        'failed',
      );
    });

    it('when the provider breaks', async () => {
      const { callback } = await browser.visitProvider();
      issuer.server.service.once('beforeResponse', (response) => {
        response.statusCode = 500;
      });
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('with the address of somebody whom the same provider knows as another', async () => {
      await browser.signIn();
      browser = new TestBrowser(test.app);
      Object.assign(issuer.claims, { sub: 'somebody-else', email: 'ADA@example.org' });
      const response = await browser.signIn();
      expect(reasonOf(response)).toBe('taken');
      // Nobody can show here that both are the same person: the provider would name the same one again.
      expect(response.headers.location).toBe('/auth?error=taken');
      expect(await test.database.queries.select().from(users)).toHaveLength(1);
    });
  });

  it('never leads to another site', async () => {
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
