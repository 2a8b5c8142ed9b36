import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInStartPath } from '#domain/sign-in.ts';
import { PERSONAL_DATA_TABLES_BY_SECTION } from '#server/personal-data-tables.ts';
import { normalizeIssuer } from '#server/readers/accounts/issuers.ts';
import { identities, users } from '#server/readers/accounts/schema.ts';
import { deleteAccount } from '#server/readers/personal-data/delete-account.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { IdentityProviders } from './providers.ts';
import { linkOffers } from './schema.ts';
import { SAME_ORIGIN_NAVIGATION_HEADERS, TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';

/** A callback that does nothing, since no other module has to clean up when these tests delete an account. */
const nobodyElse = async () => {};

/** The parameters of a sign-in that accepts a link offer. */
const LINK = { provider: 'first', link: '1', redirect: '/settings' };

describe.each(await selectTestDatabaseEngines())('a second identity, on $name', ({ open }) => {
  let first: MockIssuer;
  let second: MockIssuer;
  let test: TestApp;
  let browser: TestBrowser;

  beforeAll(async () => {
    [first, second] = [
      await startMockIssuer('first', 'First'),
      await startMockIssuer('second', 'Second'),
    ];
    const providers = new IdentityProviders([first.settings, second.settings]);
    test = await createTestApp(await open(), {}, undefined, { providers });
  });
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await test.close();
  });
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    first.claims = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, name: 'Ada' };
    second.claims = { ...first.claims, sub: 'ada-2', email: 'Ada@Example.org' };
    browser = new TestBrowser(test.app);
    await new TestBrowser(test.app).signIn({ provider: 'first' });
  });

  const addressOf = ({ statusCode, headers }: LightMyRequestResponse) => {
    expect(statusCode).toBe(302);
    return headers.location;
  };
  /** Signs in through the second provider with an identity that no account has, which creates a link offer. */
  const beOffered = (redirect = '/settings') => browser.signIn({ provider: 'second', redirect });
  /** Signs in through a provider in a new browser. Returns the ID of the account that is signed in. */
  const accountBehind = async (provider: string) => {
    const stranger = new TestBrowser(test.app);
    await stranger.signIn({ provider });
    return stranger.idTokenClaims?.sub;
  };
  const isLinked = async () =>
    (await test.database.queries.$count(identities, eq(identities.issuer, keyOf(second)))) === 1;
  const keyOf = ({ settings }: MockIssuer) => normalizeIssuer(settings.issuer);
  const offers = () => test.database.queries.select().from(linkOffers);
  const readers = () => test.database.queries.select().from(users);
  const signsInAs = (sub: string) => Object.assign(first.claims, { sub, email: `${sub}@x.org` });

  it('is offered but not linked automatically', async () => {
    const response = await beOffered();
    expect(addressOf(response)).toBe('/auth?error=taken&with=first&redirect=%2Fsettings');
    expect(browser.cookies.has('session')).toBe(false);
    expect(await readers()).toHaveLength(1);
    expect(await test.database.queries.select().from(identities)).toHaveLength(1);
  });

  it('is offered for an hour, by a token in an httpOnly cookie', async () => {
    const { cookies } = await beOffered();
    expect(cookies.find(({ name }) => name === 'link_offer')).toMatchObject({
      ...{ path: '/auth', httpOnly: true, sameSite: 'Lax', maxAge: 3600 },
    });
    const [offer] = await offers();
    expect(offer).toMatchObject({ issuer: keyOf(second), subject: 'ada-2' });
    expect(offer!.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(offer)).not.toContain(browser.cookies.get('link_offer'));
    const minutes = (offer!.expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it('is linked when the reader signs in as before, and opens the same account', async () => {
    await beOffered();
    expect(addressOf(await browser.signIn(LINK))).toBe('/settings');
    expect([...browser.cookies.keys()].sort()).toEqual(['id_token', 'session']);
    expect(await offers()).toEqual([]);
    const owner = browser.idTokenClaims!.sub;
    expect(await accountBehind('second')).toBe(owner);
    expect(await accountBehind('first')).toBe(owner);
    expect(await readers()).toHaveLength(1);
  });

  it('is linked from the URL that the sign-in page receives', async () => {
    await beOffered('/profile?tab=1');
    const address = signInStartPath('first', '/profile?tab=1', true);
    const parameters = new URL(address, 'http://localhost').searchParams;
    const response = await browser.signIn(Object.fromEntries(parameters));
    expect(addressOf(response)).toBe('/profile?tab=1');
    expect(await isLinked()).toBe(true);
  });

  it('can still be linked after a declined or failed attempt', async () => {
    await beOffered();
    const { callback } = await browser.visitProvider(LINK);
    const state = /state=[^&]+/.exec(callback)![0];
    expect(addressOf(await browser.get(`/auth/callback?error=access_denied&${state}`))).toBe(
      '/auth?error=denied&redirect=%2Fsettings',
    );
    first.server.service.once('beforeResponse', (response) => {
      response.statusCode = 500;
    });
    expect(addressOf(await browser.signIn(LINK))).toContain('error=failed');
    await browser.signIn(LINK);
    expect(await isLinked()).toBe(true);
  });

  it('has one offer at a time', async () => {
    await beOffered();
    const former = browser.clone();
    await beOffered();
    expect(await offers()).toHaveLength(1);
    await former.signIn(LINK);
    expect(await isLinked()).toBe(false);
    await browser.signIn(LINK);
    expect(await isLinked()).toBe(true);
  });

  describe('is not linked, although the reader signs in,', () => {
    /** Expects that a sign-in succeeds and removes the link offer without linking an identity. */
    const signsInOnly = async (
      parameters: Record<string, string>,
      headers = SAME_ORIGIN_NAVIGATION_HEADERS,
    ) => {
      expect(addressOf(await browser.signIn(parameters, headers))).toBe('/settings');
      expect(browser.idTokenClaims).toBeDefined();
      expect(browser.cookies.has('link_offer')).toBe(false);
      expect(await isLinked()).toBe(false);
    };

    it('by a sign-in without the intent to link, which ends the offer', async () => {
      await beOffered();
      const { link: _, ...plain } = LINK;
      await signsInOnly(plain);
      expect(await offers()).toEqual([]);
    });

    it('by an ordinary sign-in after an abandoned attempt', async () => {
      await beOffered();
      await browser.visitProvider(LINK);
      const { link: _, ...plain } = LINK;
      await signsInOnly(plain);
    });

    it.each([
      ['another site', { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-site': 'cross-site' }],
      ['another subdomain', { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-site': 'same-site' }],
      ['another site in an old browser', { referer: 'https://evil.example/' }],
      ['an unknown site', {}],
    ])('by a link on %s', async (_, headers) => {
      await beOffered();
      await signsInOnly(LINK, headers as typeof SAME_ORIGIN_NAVIGATION_HEADERS);
    });

    it('by another account', async () => {
      await beOffered();
      signsInAs('eve');
      await signsInOnly(LINK);
      expect(browser.idTokenClaims?.email).toBe('eve@x.org');
      expect(await readers()).toHaveLength(2);
    });

    it('if the offer has expired', async () => {
      await beOffered();
      await test.database.queries.update(linkOffers).set({ expiresAt: new Date(Date.now() - 1) });
      await signsInOnly(LINK);
    });

    it('in a browser without an offer', async () => {
      await beOffered();
      browser = new TestBrowser(test.app);
      await signsInOnly(LINK);
    });

    it('with an unknown token', async () => {
      await beOffered();
      browser.cookies.set('link_offer', 'x'.repeat(43));
      await signsInOnly(LINK);
    });

    it('with somebody else’s offer', async () => {
      signsInAs('eve');
      await new TestBrowser(test.app).signIn({ provider: 'first' });
      await beOffered();
      await signsInOnly(LINK);
      expect(browser.idTokenClaims?.email).toBe('eve@x.org');
    });
  });

  it('is linked once: a replayed offer does nothing', async () => {
    await beOffered();
    const replay = browser.clone();
    await browser.signIn(LINK);
    const { queries } = test.database;
    await queries.delete(identities).where(eq(identities.issuer, keyOf(second)));
    expect(addressOf(await replay.signIn(LINK))).toBe('/settings');
    expect(await isLinked()).toBe(false);
  });

  it('is linked once by concurrent requests', async () => {
    await beOffered();
    const twin = browser.clone();
    const ways = [await browser.visitProvider(LINK), await twin.visitProvider(LINK)];
    const responses = await Promise.all([
      browser.get(ways[0]!.callback),
      twin.get(ways[1]!.callback),
    ]);
    expect(responses.map(addressOf)).toEqual(['/settings', '/settings']);
    expect(await test.database.queries.select().from(identities)).toHaveLength(2);
  });

  it('stays with an account to which it was added in the meantime', async () => {
    await beOffered();
    const { queries } = test.database;
    const other = newId();
    await queries
      .insert(users)
      .values({ id: other, name: 'Eve', email: 'eve@x.org', emailKey: 'eve@x.org' });
    await queries
      .insert(identities)
      .values({ userId: other, issuer: keyOf(second), subject: 'ada-2' });
    expect(addressOf(await browser.signIn(LINK))).toBe('/settings');
    expect(browser.idTokenClaims?.email).toBe('ada@example.org');
    expect(await accountBehind('second')).toBe(other);
  });

  it('opens a new account if the account of the offer is deleted', async () => {
    await beOffered();
    const [former] = await readers();
    await deleteAccount(
      test.database.queries,
      former!,
      PERSONAL_DATA_TABLES_BY_SECTION,
      nobodyElse,
    );
    const again = await browser.signIn(LINK);
    expect(addressOf(again)).toBe('/settings');
    expect(browser.idTokenClaims?.sub).not.toBe(former!.id);
    // The offer was deleted with the account, so this sign-in creates a new offer.
    expect(addressOf(await beOffered())).toContain('error=taken&with=first');
  });

  it('is offered through a provider that is still configured', async () => {
    const issuer = 'https://withdrawn.example/';
    await test.database.queries.update(identities).set({ issuer });
    expect(addressOf(await beOffered())).toBe('/auth?error=taken&redirect=%2Fsettings');
    expect(browser.cookies.has('link_offer')).toBe(false);
    expect(await offers()).toEqual([]);
  });
});
