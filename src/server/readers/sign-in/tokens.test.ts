import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { IdentityProviders } from './providers.ts';
import { TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';

describe('an ID token', () => {
  let issuer: MockIssuer;
  let test: TestApp;
  beforeAll(async () => {
    issuer = await startMockIssuer('mock', 'Mock');
    const providers = new IdentityProviders([issuer.settings]);
    test = await createTestApp(await pgliteTestEngine.open(), {}, undefined, { providers });
  });
  afterAll(async () => {
    await issuer.stop();
    await test.close();
  });
  beforeEach(() => {
    issuer.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true };
  });

  const FAILED_URL = '/auth?error=failed';

  it.each([
    ['another audience', { aud: 'another' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expiry in the past', { exp: 1_000_000 }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: '' }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is a number', { sub: 7 }],
    ['a subject of 256 characters', { sub: 'x'.repeat(256) }],
    ['a subject of 10,000 characters', { sub: 'x'.repeat(10_000) }],
    ['a subject with a non-ASCII character', { sub: 'adá' }],
    ['a subject with a NUL', { sub: 'ada\u0000' }],
  ])('is rejected with %s', async (_, invalidClaims) => {
    Object.assign(issuer.claims, invalidClaims);
    const browser = new TestBrowser(test.app);
    expect((await browser.signIn()).headers.location).toBe(FAILED_URL);
    expect(browser.idTokenClaims).toBeUndefined();
  });

  it('is accepted with the longest subject', async () => {
    issuer.claims = { ...issuer.claims, sub: 'x'.repeat(255), email: 'long@example.org' };
    expect((await new TestBrowser(test.app).signIn()).headers.location).toBe('/');
  });

  it.each([
    ['no characters', ''],
    ['no mailbox', '@example.org'],
    ['no host', 'ada@'],
    ['two addresses', 'ada@example.org,eve@example.org'],
    ['a line break', 'ada@example.org\r\nBcc: eve@example.org'],
    ['an invisible character', 'ada\u200b@example.org'],
    ['a NUL', 'ada\u0000@example.org'],
    ['the type of a list', ['ada@example.org']],
    ['255 characters', `${'x'.repeat(243)}@example.org`],
  ])('verifies no email address that has %s', async (_, email) => {
    issuer.claims.email = email;
    const browser = new TestBrowser(test.app);
    expect((await browser.signIn()).headers.location).toBe('/auth?error=unverified');
    expect(browser.idTokenClaims).toBeUndefined();
  });

  it.each([
    ['Ada Lovelace', 'Ada\u0000Lovelace'],
    ['Ada L', '\u001bAda\r\u202eL\u0007'],
    ['ada', '\u200b\u2060'],
    ['ada', { given: 'Ada' }],
    ['𝒜'.repeat(100), '𝒜'.repeat(101)],
    ['ada', '\ud800'],
  ])('names the reader %s after removing invalid characters', async (name, claimedName) => {
    await emptyTables(test.database.queries, 'users');
    issuer.claims.name = claimedName;
    const browser = new TestBrowser(test.app);
    await browser.signIn();
    expect(browser.idTokenClaims?.name).toBe(name);
  });

  /** Signs in with a custom token instead of the identity provider's token. Returns the redirect URL. */
  const signInWithToken = async (createToken: (payload: JWTPayload) => Promise<string>) => {
    const browser = new TestBrowser(test.app);
    const { callback, authorize } = await browser.visitProvider();
    const now = Math.floor(Date.now() / 1000);
    const token = await createToken({
      ...issuer.claims,
      ...{ iss: issuer.settings.issuer, aud: 'octavo', iat: now, exp: now + 300 },
      nonce: authorize.searchParams.get('nonce'),
    });
    issuer.server.service.once('beforeResponse', (response) => {
      Object.assign(response.body!, { id_token: token });
    });
    return (await browser.get(callback)).headers.location;
  };
  const signPayload = async (payload: JWTPayload, key: CryptoKey | Uint8Array, alg: string) => {
    const { kid } = issuer.server.issuer.keys.get()!;
    return new SignJWT(payload).setProtectedHeader({ alg, kid: kid! }).sign(key);
  };
  const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it('is accepted if signed with the provider’s key', async () => {
    const key = await importJWK(issuer.server.issuer.keys.get()!, 'RS256');
    expect(await signInWithToken((payload) => signPayload(payload, key, 'RS256'))).toBe('/');
  });

  it('is rejected if signed with another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await signInWithToken((payload) => signPayload(payload, privateKey, 'RS256'))).toBe(
      FAILED_URL,
    );
  });

  it('is rejected if signed with the shared secret', async () => {
    const secret = new TextEncoder().encode(issuer.settings.clientSecret!.padEnd(32, 'x'));
    expect(await signInWithToken((payload) => signPayload(payload, secret, 'HS256'))).toBe(
      FAILED_URL,
    );
  });

  it('is rejected without a signature', async () => {
    const createUnsignedToken = async (payload: JWTPayload) =>
      `${encodePart({ alg: 'none' })}.${encodePart(payload)}.`;
    expect(await signInWithToken(createUnsignedToken)).toBe(FAILED_URL);
  });
});
