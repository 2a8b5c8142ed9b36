import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/open.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { Providers } from './providers.ts';
import { Browser } from './testing/browser.ts';
import { type MockIssuer, mockIssuer } from './testing/issuer.ts';

describe('a token a provider gives for a code', () => {
  let issuer: MockIssuer;
  let test: TestApp;
  beforeAll(async () => {
    issuer = await mockIssuer('mock', 'Mock');
    const providers = new Providers([issuer.settings]);
    test = await testApp(await openDatabase('memory'), {}, undefined, { providers });
  });
  afterAll(async () => {
    await issuer.stop();
    await test.close();
  });
  beforeEach(() => {
    issuer.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true };
  });

  const FAILED = '/auth?error=failed';

  it.each([
    ['for another audience', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: 1_000_000 }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: '' }],
  ])('%s signs nobody in', async (_, wrong) => {
    Object.assign(issuer.claims, wrong);
    const browser = new Browser(test.app);
    expect((await browser.signIn()).headers.location).toBe(FAILED);
    expect(browser.display).toBeUndefined();
  });

  /** Signs in, with a token of our own making in place of the provider's; where that led. */
  const signInWithToken = async (make: (payload: JWTPayload) => Promise<string>) => {
    const browser = new Browser(test.app);
    const { callback, authorize } = await browser.visitProvider();
    const now = Math.floor(Date.now() / 1000);
    const token = await make({
      ...issuer.claims,
      ...{ iss: issuer.settings.issuer, aud: 'octavo', iat: now, exp: now + 300 },
      nonce: authorize.searchParams.get('nonce'),
    });
    issuer.server.service.once('beforeResponse', (response) => {
      Object.assign(response.body!, { id_token: token });
    });
    return (await browser.get(callback)).headers.location;
  };
  const signed = async (payload: JWTPayload, key: CryptoKey | Uint8Array, alg: string) => {
    const { kid } = issuer.server.issuer.keys.get()!;
    return new SignJWT(payload).setProtectedHeader({ alg, kid: kid! }).sign(key);
  };
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it('signed with the provider’s key is believed', async () => {
    const key = await importJWK(issuer.server.issuer.keys.get()!, 'RS256');
    expect(await signInWithToken((payload) => signed(payload, key, 'RS256'))).toBe('/');
  });

  it('signed with another key is not', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await signInWithToken((payload) => signed(payload, privateKey, 'RS256'))).toBe(FAILED);
  });

  it('signed with a secret is not, were it the one we share', async () => {
    const secret = new TextEncoder().encode(issuer.settings.clientSecret!.padEnd(32, 'x'));
    expect(await signInWithToken((payload) => signed(payload, secret, 'HS256'))).toBe(FAILED);
  });

  it('not signed at all is not', async () => {
    const unsigned = async (payload: JWTPayload) =>
      `${encoded({ alg: 'none' })}.${encoded(payload)}.`;
    expect(await signInWithToken(unsigned)).toBe(FAILED);
  });
});
