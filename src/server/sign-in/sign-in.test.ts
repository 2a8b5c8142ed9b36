import { sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { SignJWT } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions, users } from '../db/schema.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { testDatabases } from '../testing/databases.ts';

const ORIGIN = 'http://localhost:3000';

/** A browser's cookies over several requests. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      url,
      headers,
      cookies: Object.fromEntries(this.cookies),
    });
    for (const { name, value, maxAge, expires } of response.cookies)
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    return response;
  }
}

describe.each(await testDatabases())('signing in, on $name', ({ open }) => {
  /** A provider that has nothing to do with the demonstration. */
  const issuer = new OAuth2Server();
  let test: TestApp;
  let claims: Record<string, unknown>;
  let browser: Browser;

  beforeAll(async () => {
    await issuer.issuer.keys.generate('RS256');
    await issuer.start(0, 'localhost');
    issuer.service.on('beforeTokenSigning', (token) => {
      Object.assign(token.payload, claims);
    });
    test = await testApp(await open(), {}, undefined, [
      {
        id: 'mock',
        label: 'Mock',
        issuer: issuer.issuer.url!,
        clientId: 'octavo',
        clientSecret: 'secret',
        identityProvider: 'Google',
      },
    ]);
  });
  afterAll(async () => {
    await issuer.stop();
    await test.close();
  });
  beforeEach(async () => {
    await test.database.queries.execute(sql`TRUNCATE users CASCADE`);
    browser = new Browser(test.app);
    claims = {
      sub: 'ada',
      email: 'Ada@example.org',
      email_verified: true,
      name: 'Ada',
      aud: 'octavo',
    };
  });

  /** Goes to the provider and back; the address of the callback it was sent to. */
  const visitProvider = async (redirect = '/articles') => {
    const start = await browser.get(`/auth/signin?redirect=${encodeURIComponent(redirect)}`);
    expect(start.statusCode).toBe(302);
    const authorize = new URL(start.headers.location as string);
    claims.nonce ??= authorize.searchParams.get('nonce');
    const answer = await fetch(authorize, { redirect: 'manual' });
    const callback = new URL(answer.headers.get('location')!);
    expect(callback.origin + callback.pathname).toBe(`${ORIGIN}/auth/callback`);
    return { authorize, callback: callback.pathname + callback.search };
  };
  const signIn = async (redirect?: string) => {
    const { callback } = await visitProvider(redirect);
    return browser.get(callback);
  };
  const profile = () => browser.get('/api/v1/user/profile');
  const count = async () => (await test.database.queries.select().from(sessions)).length;
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
    const { authorize } = await visitProvider();
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'octavo',
      redirect_uri: `${ORIGIN}/auth/callback`,
      scope: 'email openid profile',
      code_challenge_method: 'S256',
      identity_provider: 'Google',
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
    const response = await signIn('/articles?category=nsm');
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
    const display = browser.cookies.get('id_token')!;
    const payload = JSON.parse(Buffer.from(display.split('.')[1]!, 'base64url').toString());
    expect(payload).toMatchObject({ name: 'Ada', email: 'Ada@example.org', provider: 'mock' });
    expect((await profile()).json()).toEqual({
      data: { subscriptionTier: 'free', subscriptionStatus: null, subscriptionExpiresAt: null },
    });
    expect([...browser.cookies.keys()].sort()).toEqual(['id_token', 'session']);
  });

  it('knows a reader again, and makes no second account', async () => {
    await signIn();
    claims = { ...claims, nonce: undefined };
    await signIn();
    expect(await test.database.queries.select().from(users)).toHaveLength(1);
  });

  it('never keeps a session it was given: each sign-in has its own', async () => {
    browser.cookies.set('session', 'planted');
    await signIn();
    expect(browser.cookies.get('session')).not.toBe('planted');
    const first = browser.cookies.get('session')!;
    claims = { ...claims, nonce: undefined };
    await signIn();
    expect(browser.cookies.get('session')).not.toBe(first);
    expect(await count()).toBe(1);
  });

  it('holds no token, only its hash', async () => {
    await signIn();
    const [row] = await test.database.queries.select().from(sessions);
    expect(row!.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(browser.cookies.get('session'));
  });

  describe('lets nobody in', () => {
    it('without the cookies of the attempt, or when they have expired', async () => {
      const { callback } = await visitProvider();
      browser.cookies.delete('pkce_code_verifier');
      expect(reasonOf(await browser.get(callback))).toBe('expired');
    });

    it('with a state that is not the attempt’s', async () => {
      const { callback } = await visitProvider();
      const forged = callback.replace(/state=[^&]+/, 'state=forged');
      expect(reasonOf(await browser.get(forged))).toBe('failed');
    });

    it('with another attempt’s verifier', async () => {
      const { callback } = await visitProvider();
      browser.cookies.set('pkce_code_verifier', 'x'.repeat(43));
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('with a code that was used', async () => {
      const { callback } = await visitProvider();
      const attempt = new Map(browser.cookies);
      await browser.get(callback);
      browser.cookies.clear();
      for (const [name, value] of attempt) browser.cookies.set(name, value);
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('when the reader says no at the provider', async () => {
      const { callback } = await visitProvider();
      const state = /state=[^&]+/.exec(callback)![0];
      expect(reasonOf(await browser.get(`/auth/callback?error=access_denied&${state}`))).toBe(
        'denied',
      );
    });

    it.each([
      ['for another audience', { aud: 'another' }],
      ['of another issuer', { iss: 'https://evil.example' }],
      ['that has expired', { exp: 1_000_000 }],
      ['with another nonce', { nonce: 'another' }],
      ['without a nonce', { nonce: '' }],
    ])('with a token %s', async (_, wrong) => {
      claims = { ...claims, ...wrong };
      const { callback } = await visitProvider();
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it.each([
      [
        'is signed by somebody else',
        async (payload: Record<string, unknown>) =>
          new SignJWT(payload)
            .setProtectedHeader({ alg: 'HS256' })
            .sign(new TextEncoder().encode('x'.repeat(32))),
      ],
      [
        'is not signed',
        async (payload: Record<string, unknown>) =>
          `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`,
      ],
    ])('with a token that %s', async (_, forge) => {
      const { callback, authorize } = await visitProvider();
      const forged = await forge({
        ...claims,
        iss: issuer.issuer.url,
        aud: 'octavo',
        nonce: authorize.searchParams.get('nonce'),
        iat: Math.floor(Date.now() / 1000),
        exp: Math.floor(Date.now() / 1000) + 300,
      });
      issuer.service.once('beforeResponse', (response) => {
        (response.body as Record<string, unknown>).id_token = forged;
      });
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('when the provider has not verified the address', async () => {
      claims = { ...claims, email_verified: false };
      expect(reasonOf(await signIn())).toBe('unverified');
    });

    it('when the provider breaks', async () => {
      const { callback } = await visitProvider();
      issuer.service.once('beforeResponse', (response) => {
        response.statusCode = 500;
      });
      expect(reasonOf(await browser.get(callback))).toBe('failed');
    });

    it('with the address of somebody who came through another account', async () => {
      await signIn();
      browser = new Browser(test.app);
      claims = { ...claims, sub: 'somebody-else', email: 'ADA@example.org', nonce: undefined };
      expect(reasonOf(await signIn())).toBe('taken');
      expect(await test.database.queries.select().from(users)).toHaveLength(1);
    });

    it('with a forged id_token, or a session nobody opened', async () => {
      browser.cookies.set('id_token', 'a.eyJuYW1lIjoiQWRhIn0.b');
      expect((await profile()).statusCode).toBe(401);
      // The page learns that it is signed out.
      expect(browser.cookies.has('id_token')).toBe(false);
      browser.cookies.set('session', 'x'.repeat(43));
      expect((await profile()).statusCode).toBe(401);
    });

    it('whose account was deleted', async () => {
      await signIn();
      await test.database.queries.update(users).set({ deletedAt: new Date() });
      expect((await profile()).statusCode).toBe(401);
    });

    it('after thirty days', async () => {
      await signIn();
      await test.database.queries.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) });
      expect((await profile()).statusCode).toBe(401);
    });
  });

  it('never leads to another site', async () => {
    for (const redirect of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:x',
    ]) {
      claims = { ...claims, nonce: undefined };
      expect((await signIn(redirect)).headers.location).toBe('/');
    }
  });

  it('lets a session live on while it is used', async () => {
    await signIn();
    const old = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000);
    await test.database.queries
      .update(sessions)
      .set({ lastSeenAt: old, expiresAt: new Date(Date.now() + 60_000) });
    await profile();
    const [row] = await test.database.queries.select().from(sessions);
    expect(row!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 60 * 60 * 1000);
  });

  describe('signing out', () => {
    const OWN = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };

    it('ends the session on the server and takes the cookies away', async () => {
      await signIn();
      const token = browser.cookies.get('session')!;
      const response = await browser.get('/auth/signout', OWN);
      expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
      expect(browser.cookies.size).toBe(0);
      expect(await count()).toBe(0);
      browser.cookies.set('session', token);
      expect((await profile()).statusCode).toBe(401);
    });

    it.each([
      ['another site', { ...OWN, 'sec-fetch-site': 'cross-site' }],
      ['an image', { ...OWN, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
      ['a prefetch', { ...OWN, 'sec-purpose': 'prefetch' }],
      ['an old browser elsewhere', { referer: 'https://evil.example/' }],
      ['nowhere', {}],
    ])('is not done by %s', async (_, headers) => {
      await signIn();
      await browser.get('/auth/signout', headers as Record<string, string>);
      expect((await profile()).statusCode).toBe(200);
    });

    it('everywhere ends every session of the reader, and nobody else’s', async () => {
      await signIn();
      const other = new Browser(test.app);
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      const response = await test.app.inject({
        method: 'DELETE',
        url: '/api/v1/user/sessions',
        cookies: Object.fromEntries(browser.cookies),
      });
      expect(response.statusCode).toBe(204);
      expect((await other.get('/api/v1/user/profile')).statusCode).toBe(401);
    });
  });

  it('refuses what another site makes a browser send', async () => {
    await signIn();
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await test.app.inject({
        method: 'DELETE',
        url: '/api/v1/user/sessions',
        cookies: Object.fromEntries(browser.cookies),
        headers,
      });
      expect(response.statusCode).toBe(403);
    }
    expect(await count()).toBe(1);
  });
});
