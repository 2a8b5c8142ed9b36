import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/readers/accounts/schema.ts';
import { IdentityProviders } from '#server/readers/sign-in/providers.ts';
import {
  SAME_ORIGIN_NAVIGATION_HEADERS,
  TestBrowser,
} from '#server/readers/sign-in/testing/browser.ts';
import { type MockIssuer, startMockIssuer } from '#server/readers/sign-in/testing/mock-issuer.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { sessions } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const DAY = 24 * 60 * 60 * 1000;

describe.each(databases)('sessions, on $name', ({ open }) => {
  let issuer: MockIssuer;
  let test: TestApp;
  let browser: TestBrowser;

  beforeAll(async () => {
    issuer = await startMockIssuer('mock', 'Mock');
    const providers = new IdentityProviders([issuer.settings]);
    test = await createTestApp(await open(), {}, undefined, { providers });
  });
  afterAll(async () => {
    await issuer.stop();
    await test.close();
  });
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    browser = new TestBrowser(test.app);
    setIssuerClaims('ada');
  });

  const setIssuerClaims = (sub: string) => {
    issuer.claims = { sub, email: `${sub}@example.org`, email_verified: true, name: sub };
  };
  const fetchProfileStatus = async (browser: TestBrowser) =>
    (await browser.get('/api/v1/user/profile')).statusCode;
  const listSessions = () => test.database.queries.select().from(sessions);

  it('are new with each sign-in, so that a planted token is useless', async () => {
    browser.cookies.set('session', 'planted');
    await browser.signIn();
    expect(browser.cookies.get('session')).not.toBe('planted');
    const first = browser.cookies.get('session')!;
    await browser.signIn();
    expect(browser.cookies.get('session')).not.toBe(first);
    expect(await listSessions()).toHaveLength(1);
  });

  it('are stored by the hash of their token', async () => {
    await browser.signIn();
    const [row] = await listSessions();
    expect(row!.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(browser.cookies.get('session'));
  });

  it('are extended while they are used', async () => {
    await browser.signIn();
    await test.database.queries.update(sessions).set({
      lastSeenAt: new Date(Date.now() - 20 * DAY),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    await fetchProfileStatus(browser);
    const [row] = await listSessions();
    expect(row!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * DAY);
  });

  it('end after 180 days even if they are in use', async () => {
    await browser.signIn();
    await test.database.queries.update(sessions).set({
      createdAt: new Date(Date.now() - 170 * DAY),
      lastSeenAt: new Date(Date.now() - DAY),
    });
    expect(await fetchProfileStatus(browser)).toBe(200);
    const [row] = await listSessions();
    expect((row!.expiresAt.getTime() - Date.now()) / DAY).toBeCloseTo(10, 1);
    await test.database.queries.update(sessions).set({
      createdAt: new Date(Date.now() - 181 * DAY),
      lastSeenAt: new Date(Date.now() - DAY),
    });
    await fetchProfileStatus(browser);
    expect(await fetchProfileStatus(browser)).toBe(401);
  });

  it('are limited to twenty; the least recently used end', async () => {
    await browser.signIn();
    const [first] = await listSessions();
    const yesterday = new Date(Date.now() - DAY);
    await test.database.queries.insert(sessions).values(
      Array.from({ length: 19 }, (_, at) => ({
        ...first!,
        id: `01976b2e-5c00-7a3e-9d21-4f0c6a1b${1000 + at}`,
        tokenHash: `${at}`,
        lastSeenAt: yesterday,
      })),
    );
    const otherBrowser = new TestBrowser(test.app);
    await otherBrowser.signIn();
    expect(await listSessions()).toHaveLength(20);
    expect([await fetchProfileStatus(browser), await fetchProfileStatus(otherBrowser)]).toEqual([
      200, 200,
    ]);
  });

  it('end after thirty days', async () => {
    await browser.signIn();
    await test.database.queries.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await fetchProfileStatus(browser)).toBe(401);
  });

  it('end with the account', async () => {
    await browser.signIn();
    await test.database.queries.update(users).set({ deletedAt: new Date() });
    expect(await fetchProfileStatus(browser)).toBe(401);
  });

  it('do not clear cookies in API calls after they have ended, since the cookies may be newer', async () => {
    await browser.signIn();
    const staleBrowser = browser.clone();
    await test.database.queries.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) });
    const response = await staleBrowser.get('/api/v1/user/profile');
    expect([response.statusCode, response.cookies]).toEqual([401, []]);
    // A request for a page, unlike an API request, clears the cookies of an ended session.
    await staleBrowser.get('/studio');
    expect(staleBrowser.cookies.size).toBe(0);
  });

  it('are not opened by a forged id_token or an unknown token', async () => {
    browser.cookies.set('id_token', 'a.eyJuYW1lIjoiQWRhIn0.b');
    expect(await fetchProfileStatus(browser)).toBe(401);
    browser.cookies.set('session', 'x'.repeat(43));
    expect(await fetchProfileStatus(browser)).toBe(401);
  });

  it('are not ended by requests from other sites', async () => {
    await browser.signIn();
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
    expect(await listSessions()).toHaveLength(1);
  });

  describe('signing out', () => {
    it('ends the session on the server and clears the browser', async () => {
      await browser.signIn();
      const clonedBrowser = browser.clone();
      const response = await browser.get('/auth/signout', SAME_ORIGIN_NAVIGATION_HEADERS);
      expect([response.statusCode, response.headers.location]).toEqual([302, '/?signed-out=1']);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['clear-site-data']).toBe('"cache"');
      expect(browser.cookies.size).toBe(0);
      expect(await listSessions()).toEqual([]);
      expect(await fetchProfileStatus(clonedBrowser)).toBe(401);
    });

    it('works in browsers without fetch metadata except the referrer', async () => {
      await browser.signIn();
      await browser.get('/auth/signout', { referer: 'http://localhost:3000/settings' });
      expect(await listSessions()).toEqual([]);
    });

    it.each([
      [
        'a link on another site',
        { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-site': 'cross-site' },
      ],
      [
        'a link on another subdomain',
        { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-site': 'same-site' },
      ],
      [
        'an image on a page of the site',
        {
          ...SAME_ORIGIN_NAVIGATION_HEADERS,
          'sec-fetch-mode': 'no-cors',
          'sec-fetch-dest': 'image',
        },
      ],
      [
        'a frame on a page of the site',
        { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-dest': 'iframe' },
      ],
      ['a prefetch', { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-purpose': 'prefetch' }],
      ['a link on another site in an old browser', { referer: 'https://evil.example/' }],
      [
        'a link on a site whose URL only begins like the origin',
        { referer: 'http://localhost:3000.evil.example/' },
      ],
      ['a request without a source', {}],
    ])('ignores %s', async (_, headers) => {
      await browser.signIn();
      const response = await browser.get('/auth/signout', headers as Record<string, string>);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['clear-site-data']).toBeUndefined();
      // The rejected sign-out request does not redirect to the page for signed-out readers, because the reader is still
      // signed in.
      expect(response.headers.location).toBe('/');
      expect(await fetchProfileStatus(browser)).toBe(200);
    });

    it('everywhere ends all sessions of the reader, and no others', async () => {
      const [phone, laptop, stranger] = [
        browser,
        new TestBrowser(test.app),
        new TestBrowser(test.app),
      ];
      await phone.signIn();
      await laptop.signIn();
      setIssuerClaims('eve');
      await stranger.signIn();
      const response = await test.app.inject({
        method: 'DELETE',
        url: '/api/v1/user/sessions',
        cookies: Object.fromEntries(phone.cookies),
      });
      expect(response.statusCode).toBe(204);
      expect(await Promise.all([phone, laptop, stranger].map(fetchProfileStatus))).toEqual([
        401, 401, 200,
      ]);
    });
  });
});
