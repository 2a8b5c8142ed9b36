import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { IdentityProviders } from './providers.ts';
import { SAME_ORIGIN_NAVIGATION_HEADERS, TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';

/**
 * These tests run on one database engine only, since the server rejects the attacks before it accesses the database.
 */
let honest: MockIssuer;
let evil: MockIssuer;
beforeAll(async () => {
  [honest, evil] = [
    await startMockIssuer('honest', 'Honest'),
    await startMockIssuer('evil', 'Evil'),
  ];
});
afterAll(() => Promise.all([honest.stop(), evil.stop()]));

const openTest = async (env: Record<string, string> = {}) => {
  const providers = new IdentityProviders([honest.settings, evil.settings]);
  return createTestApp(await pgliteTestEngine.open(), env, undefined, { providers });
};
const getErrorReason = ({ headers }: LightMyRequestResponse) =>
  new URL(String(headers.location), 'http://localhost').searchParams.get('error');

describe('a callback of another person', () => {
  let test: TestApp;
  let reader: TestBrowser;
  let attacker: TestBrowser;

  beforeAll(async () => {
    test = await openTest();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    honest.claims = { sub: 'eve', email: 'eve@example.org', email_verified: true };
    evil.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true };
    [reader, attacker] = [new TestBrowser(test.app), new TestBrowser(test.app)];
  });

  it('does not sign anyone in to the attacker’s account', async () => {
    const { callback } = await attacker.visitProvider({ provider: 'honest' });
    expect(getErrorReason(await reader.get(callback))).toBe('expired');
    await reader.visitProvider({ provider: 'honest' });
    expect(getErrorReason(await reader.get(callback))).toBe('expired');
    expect(reader.cookies.has('session')).toBe(false);
  });

  it('is rejected even with the reader’s state, since the code is bound to the verifier', async () => {
    const attackerVisit = await attacker.visitProvider({ provider: 'honest' });
    const { authorize } = await reader.visitProvider({ provider: 'honest' });
    const state = authorize.searchParams.get('state')!;
    const injected = attackerVisit.callback.replace(/state=[^&]+/, `state=${state}`);
    expect(getErrorReason(await reader.get(injected))).toBe('failed');
  });

  it('leaves an open session unchanged', async () => {
    const { callback } = await attacker.visitProvider({ provider: 'honest' });
    await reader.signIn({ provider: 'evil' });
    const session = reader.cookies.get('session');
    await reader.get(callback);
    expect(reader.cookies.get('session')).toBe(session);
    expect((await reader.get('/api/v1/user/profile')).statusCode).toBe(200);
  });
});

it('does not report a forged callback as an error', async () => {
  const test = await openTest();
  const reader = new TestBrowser(test.app);
  const completeCallback = async (parameters?: string) => {
    const { callback, authorize } = await reader.visitProvider({ provider: 'honest' });
    const state = authorize.searchParams.get('state');
    const url = parameters ? `/auth/callback?${parameters}&state=${state}` : callback;
    return getErrorReason(await reader.get(url));
  };
  expect(await completeCallback('error=server_error')).toBe('failed');
  expect(await completeCallback('error=invalid_scope')).toBe('failed');
  for (const malformed of [
    'session_state=1',
    'code=',
    'code=one&code=two',
    'error=one&error=two',
    'code=one&id_token=two',
    'code=one&response=two',
    'code=one&iss=https://evil.example',
    'error=access_denied&iss=https://evil.example',
  ])
    expect(await completeCallback(malformed)).toBe('failed');
  // Identity providers send `invalid_grant` if a code was guessed or has already been used.
  honest.server.service.once('beforeResponse', (response) => {
    Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } });
  });
  expect(await completeCallback()).toBe('failed');

  // Errors are stored in the background. Closing the application waits until they are stored.
  await test.app.close();
  expect(await test.database.queries.$count(storedErrorGroups)).toBe(0);
  await test.close();
});

describe('with two providers, the server', () => {
  let test: TestApp;
  let reader: TestBrowser;
  beforeAll(async () => {
    test = await openTest();
  });
  afterAll(() => test.close());
  beforeEach(() => {
    honest.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true };
    evil.claims = { ...honest.claims };
    reader = new TestBrowser(test.app);
  });

  it('rejects a callback that names another issuer than the attempt’s', async () => {
    const { callback } = await reader.visitProvider({ provider: 'honest' });
    const iss = encodeURIComponent(evil.settings.issuer);
    expect(getErrorReason(await reader.get(`${callback}&iss=${iss}`))).toBe('failed');
    expect(reader.cookies.has('session')).toBe(false);
  });

  it('accepts a callback that names the right issuer', async () => {
    const { callback } = await reader.visitProvider({ provider: 'honest' });
    const iss = encodeURIComponent(honest.settings.issuer);
    expect((await reader.get(`${callback}&iss=${iss}`)).headers.location).toBe('/');
  });

  it('rejects a code or token of the other provider', async () => {
    const { callback } = await reader.visitProvider({ provider: 'evil' });
    const tampered = reader.clone();
    tampered.cookies.set('auth_provider', 'honest');
    expect(getErrorReason(await tampered.get(callback))).toBe('failed');
    evil.claims = { ...honest.claims, iss: honest.settings.issuer };
    expect(getErrorReason(await reader.get(callback))).toBe('failed');
  });

  it('distinguishes people who have the same subject at both', async () => {
    honest.claims = { sub: 'one', email: 'one@example.org', email_verified: true };
    evil.claims = { sub: 'one', email: 'other@example.org', email_verified: true };
    const otherReader = new TestBrowser(test.app);
    await reader.signIn({ provider: 'honest' });
    await otherReader.signIn({ provider: 'evil' });
    expect(otherReader.idTokenClaims?.sub).not.toBe(reader.idTokenClaims?.sub);
  });
});

describe('a cookie set by another subdomain', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTest({ ORIGIN: 'https://octavo.example' });
    honest.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true };
  });
  afterAll(() => test.close());

  it('cannot replace a cookie with the __Host- prefix', async () => {
    const browser = new TestBrowser(test.app);
    const { cookies } = await new TestBrowser(test.app).get('/auth/signin?provider=honest');
    expect(cookies.find(({ name }) => name === '__Host-auth_state')).toMatchObject({
      ...{ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    });
    const response = await browser.signIn({ provider: 'honest' });
    expect(response.cookies.find(({ name }) => name === '__Host-session')).toMatchObject({
      ...{ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    });
    for (const cookie of [...cookies, ...response.cookies])
      expect(cookie).not.toHaveProperty('domain');
    expect([...browser.cookies.keys()].sort()).toEqual(['__Host-session', 'id_token']);
  });

  it('opens no session and completes no sign-in', async () => {
    const attacker = new TestBrowser(test.app);
    await attacker.signIn({ provider: 'honest' });
    const reader = new TestBrowser(test.app);
    reader.cookies.set('session', attacker.cookies.get('__Host-session')!);
    expect((await reader.get('/api/v1/user/profile')).statusCode).toBe(401);

    const { callback } = await attacker.visitProvider({ provider: 'honest' });
    for (const [name, value] of attacker.cookies)
      reader.cookies.set(name.replace('__Host-', ''), value);
    expect(getErrorReason(await reader.get(callback))).toBe('expired');
  });

  it('accepts no link offer', async () => {
    const offeredBrowser = new TestBrowser(test.app);
    evil.claims = { sub: 'ada-2', email: 'ada@example.org', email_verified: true };
    const { cookies } = await offeredBrowser.signIn({ provider: 'evil' });
    expect(cookies.find(({ name }) => name === '__Host-link_offer')).toMatchObject({
      ...{ path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 3600 },
    });
    const reader = new TestBrowser(test.app);
    reader.cookies.set('link_offer', offeredBrowser.cookies.get('__Host-link_offer')!);
    await reader.signIn({ provider: 'honest', link: '1' });
    const stranger = new TestBrowser(test.app);
    await stranger.signIn({ provider: 'evil' });
    expect(stranger.idTokenClaims).toBeUndefined();
  });

  it('does not keep the reader signed in after signing out', async () => {
    const browser = new TestBrowser(test.app);
    await browser.signIn({ provider: 'honest' });
    await browser.get('/auth/signout', SAME_ORIGIN_NAVIGATION_HEADERS);
    expect(browser.cookies.size).toBe(0);
  });
});
