import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInStartPath } from '#domain/sign-in.ts';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from '#server/personal-data-tables.ts';
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
const noCleanup = async () => {};

/** The parameters of a sign-in that accepts a link offer. */
const LINK_PARAMETERS = { provider: 'first', link: '1', redirect: '/settings' };

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

  const getRedirectUrl = ({ statusCode, headers }: LightMyRequestResponse) => {
    expect(statusCode).toBe(302);
    return headers.location;
  };
  /**
   * Signs in through the second provider with an identity that is not linked to any account. This creates a link offer.
   */
  const requestLinkOffer = (redirect = '/settings') =>
    browser.signIn({ provider: 'second', redirect });
  /** Signs in through a provider in a new browser. Returns the ID of the reader's account. */
  const signInAndGetAccountId = async (provider: string) => {
    const stranger = new TestBrowser(test.app);
    await stranger.signIn({ provider });
    return stranger.idTokenClaims?.sub;
  };
  const isLinked = async () =>
    (await test.database.queries.$count(
      identities,
      eq(identities.issuer, getStoredIssuer(second)),
    )) === 1;
  const getStoredIssuer = ({ settings }: MockIssuer) => normalizeIssuer(settings.issuer);
  const listOffers = () => test.database.queries.select().from(linkOffers);
  const listAccounts = () => test.database.queries.select().from(users);
  const setFirstIdentity = (sub: string) =>
    Object.assign(first.claims, { sub, email: `${sub}@x.org` });

  it('is offered but not linked automatically', async () => {
    const response = await requestLinkOffer();
    expect(getRedirectUrl(response)).toBe('/auth?error=taken&with=first&redirect=%2Fsettings');
    expect(browser.cookies.has('session')).toBe(false);
    expect(await listAccounts()).toHaveLength(1);
    expect(await test.database.queries.select().from(identities)).toHaveLength(1);
  });

  it('is offered for an hour, by a token in an httpOnly cookie', async () => {
    const { cookies } = await requestLinkOffer();
    expect(cookies.find(({ name }) => name === 'link_offer')).toMatchObject({
      ...{ path: '/auth', httpOnly: true, sameSite: 'Lax', maxAge: 3600 },
    });
    const [offer] = await listOffers();
    expect(offer).toMatchObject({ issuer: getStoredIssuer(second), subject: 'ada-2' });
    expect(offer!.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(offer)).not.toContain(browser.cookies.get('link_offer'));
    const minutes = (offer!.expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it('is linked when the reader signs in as before, and opens the same account', async () => {
    await requestLinkOffer();
    expect(getRedirectUrl(await browser.signIn(LINK_PARAMETERS))).toBe('/settings');
    expect([...browser.cookies.keys()].sort()).toEqual(['id_token', 'session']);
    expect(await listOffers()).toEqual([]);
    const owner = browser.idTokenClaims!.sub;
    expect(await signInAndGetAccountId('second')).toBe(owner);
    expect(await signInAndGetAccountId('first')).toBe(owner);
    expect(await listAccounts()).toHaveLength(1);
  });

  it('is linked from the URL that the sign-in page receives', async () => {
    await requestLinkOffer('/profile?tab=1');
    const path = signInStartPath('first', '/profile?tab=1', true);
    const parameters = new URL(path, 'http://localhost').searchParams;
    const response = await browser.signIn(Object.fromEntries(parameters));
    expect(getRedirectUrl(response)).toBe('/profile?tab=1');
    expect(await isLinked()).toBe(true);
  });

  it('can still be linked after a declined or failed attempt', async () => {
    await requestLinkOffer();
    const { callback } = await browser.visitProvider(LINK_PARAMETERS);
    const state = /state=[^&]+/.exec(callback)![0];
    expect(getRedirectUrl(await browser.get(`/auth/callback?error=access_denied&${state}`))).toBe(
      '/auth?error=denied&redirect=%2Fsettings',
    );
    first.server.service.once('beforeResponse', (response) => {
      response.statusCode = 500;
    });
    expect(getRedirectUrl(await browser.signIn(LINK_PARAMETERS))).toContain('error=failed');
    await browser.signIn(LINK_PARAMETERS);
    expect(await isLinked()).toBe(true);
  });

  it('has one offer at a time', async () => {
    await requestLinkOffer();
    const earlierBrowser = browser.clone();
    await requestLinkOffer();
    expect(await listOffers()).toHaveLength(1);
    await earlierBrowser.signIn(LINK_PARAMETERS);
    expect(await isLinked()).toBe(false);
    await browser.signIn(LINK_PARAMETERS);
    expect(await isLinked()).toBe(true);
  });

  describe('is not linked, although the reader signs in,', () => {
    /** Expects that a sign-in succeeds and removes the link offer without linking an identity. */
    const expectSignInWithoutLink = async (
      parameters: Record<string, string>,
      headers = SAME_ORIGIN_NAVIGATION_HEADERS,
    ) => {
      expect(getRedirectUrl(await browser.signIn(parameters, headers))).toBe('/settings');
      expect(browser.idTokenClaims).toBeDefined();
      expect(browser.cookies.has('link_offer')).toBe(false);
      expect(await isLinked()).toBe(false);
    };

    it('by a sign-in without the intent to link, which ends the offer', async () => {
      await requestLinkOffer();
      const { link: _, ...parameters } = LINK_PARAMETERS;
      await expectSignInWithoutLink(parameters);
      expect(await listOffers()).toEqual([]);
    });

    it('by an ordinary sign-in after an abandoned attempt', async () => {
      await requestLinkOffer();
      await browser.visitProvider(LINK_PARAMETERS);
      const { link: _, ...parameters } = LINK_PARAMETERS;
      await expectSignInWithoutLink(parameters);
    });

    it.each([
      ['another site', { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-site': 'cross-site' }],
      ['another subdomain', { ...SAME_ORIGIN_NAVIGATION_HEADERS, 'sec-fetch-site': 'same-site' }],
      ['another site in an old browser', { referer: 'https://evil.example/' }],
      ['an unknown site', {}],
    ])('by a link on %s', async (_, headers) => {
      await requestLinkOffer();
      await expectSignInWithoutLink(
        LINK_PARAMETERS,
        headers as typeof SAME_ORIGIN_NAVIGATION_HEADERS,
      );
    });

    it('by another account', async () => {
      await requestLinkOffer();
      setFirstIdentity('eve');
      await expectSignInWithoutLink(LINK_PARAMETERS);
      expect(browser.idTokenClaims?.email).toBe('eve@x.org');
      expect(await listAccounts()).toHaveLength(2);
    });

    it('if the offer has expired', async () => {
      await requestLinkOffer();
      await test.database.queries.update(linkOffers).set({ expiresAt: new Date(Date.now() - 1) });
      await expectSignInWithoutLink(LINK_PARAMETERS);
    });

    it('in a browser without an offer', async () => {
      await requestLinkOffer();
      browser = new TestBrowser(test.app);
      await expectSignInWithoutLink(LINK_PARAMETERS);
    });

    it('with an unknown token', async () => {
      await requestLinkOffer();
      browser.cookies.set('link_offer', 'x'.repeat(43));
      await expectSignInWithoutLink(LINK_PARAMETERS);
    });

    it('with somebody else’s offer', async () => {
      setFirstIdentity('eve');
      await new TestBrowser(test.app).signIn({ provider: 'first' });
      await requestLinkOffer();
      await expectSignInWithoutLink(LINK_PARAMETERS);
      expect(browser.idTokenClaims?.email).toBe('eve@x.org');
    });
  });

  it('is linked once: a replayed offer does nothing', async () => {
    await requestLinkOffer();
    const replay = browser.clone();
    await browser.signIn(LINK_PARAMETERS);
    const { queries } = test.database;
    await queries.delete(identities).where(eq(identities.issuer, getStoredIssuer(second)));
    expect(getRedirectUrl(await replay.signIn(LINK_PARAMETERS))).toBe('/settings');
    expect(await isLinked()).toBe(false);
  });

  it('is linked once by concurrent requests', async () => {
    await requestLinkOffer();
    const twin = browser.clone();
    const visits = [
      await browser.visitProvider(LINK_PARAMETERS),
      await twin.visitProvider(LINK_PARAMETERS),
    ];
    const responses = await Promise.all([
      browser.get(visits[0]!.callback),
      twin.get(visits[1]!.callback),
    ]);
    expect(responses.map(getRedirectUrl)).toEqual(['/settings', '/settings']);
    expect(await test.database.queries.select().from(identities)).toHaveLength(2);
  });

  it('stays with an account to which it was added in the meantime', async () => {
    await requestLinkOffer();
    const { queries } = test.database;
    const otherUserId = newId();
    await queries
      .insert(users)
      .values({ id: otherUserId, name: 'Eve', email: 'eve@x.org', emailKey: 'eve@x.org' });
    await queries
      .insert(identities)
      .values({ userId: otherUserId, issuer: getStoredIssuer(second), subject: 'ada-2' });
    expect(getRedirectUrl(await browser.signIn(LINK_PARAMETERS))).toBe('/settings');
    expect(browser.idTokenClaims?.email).toBe('ada@example.org');
    expect(await signInAndGetAccountId('second')).toBe(otherUserId);
  });

  it('opens a new account if the account of the offer is deleted', async () => {
    await requestLinkOffer();
    const [deletedAccount] = await listAccounts();
    await deleteAccount(
      test.database.queries,
      deletedAccount!,
      PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
      noCleanup,
    );
    const response = await browser.signIn(LINK_PARAMETERS);
    expect(getRedirectUrl(response)).toBe('/settings');
    expect(browser.idTokenClaims?.sub).not.toBe(deletedAccount!.id);
    // The link offer was deleted with the account, so this sign-in creates a new offer.
    expect(getRedirectUrl(await requestLinkOffer())).toContain('error=taken&with=first');
  });

  it('is offered through a provider that is still configured', async () => {
    const issuer = 'https://withdrawn.example/';
    await test.database.queries.update(identities).set({ issuer });
    expect(getRedirectUrl(await requestLinkOffer())).toBe('/auth?error=taken&redirect=%2Fsettings');
    expect(browser.cookies.has('link_offer')).toBe(false);
    expect(await listOffers()).toEqual([]);
  });
});
