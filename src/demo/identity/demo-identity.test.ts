import fastify from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { createDemoIdentityProvider } from './demo-identity-provider.ts';
import { type PageResponse, TestBrowser } from './testing/browser.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  listOfferedSubjects,
  type RunningDemoIdentityProvider,
  type SignInAttempt,
  signIn,
  startDemoIdentityProvider,
  startSignIn,
  submitSignInForm,
} from './testing/relying-party.ts';

const FREE_READER = { subject: DEMO_ACCOUNTS[0]!.subject };
const EDITOR = { subject: DEMO_ACCOUNTS[2]!.subject };

const CONSOLE_METHODS = ['log', 'info', 'warn', 'error'] as const;
const consoleSpies = CONSOLE_METHODS.map((method) => vi.spyOn(console, method));

let provider: RunningDemoIdentityProvider;
beforeAll(async () => {
  provider = await startDemoIdentityProvider();
});
afterAll(async () => {
  await provider.app.close();
  for (const spy of consoleSpies) expect(spy.mock.calls).toEqual([]);
});

describe('the provider’s metadata', () => {
  test('has URLs below its issuer for any requested host', async () => {
    const { json } = await provider.app.inject({
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'elsewhere.example' },
    });
    const metadata = json<Record<string, unknown>>();
    expect(metadata.issuer).toBe(provider.issuer);
    const endpoints = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(endpoints.map(([name]) => name)).toEqual(
      expect.arrayContaining(['authorization_endpoint', 'token_endpoint', 'jwks_uri']),
    );
    for (const [, url] of endpoints) expect(url).toMatch(new RegExp(`^${provider.issuer}/`));
  });

  test('offers only authorization codes with PKCE (S256)', async () => {
    const response = await provider.app.inject('/oidc/.well-known/openid-configuration');
    expect(response.json()).toMatchObject({
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
    });
    expect(response.headers['x-of-the-application']).toBe('yes');
  });

  test('does not contain the private key', async () => {
    const response = await provider.app.inject('/oidc/jwks');
    expect(response.json().keys).toHaveLength(1);
    expect(Object.keys(response.json().keys[0])).not.toContain('d');
  });
});

test('allows calls of the token endpoint in process, but not from pages of other sites', async () => {
  const requestToken = (headers: Record<string, string>) =>
    provider.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_type: 'authorization_code',
        code: 'a-guess',
        code_verifier: 'v'.repeat(43),
        redirect_uri: provider.redirectUri,
      }).toString(),
    });
  const inProcess = await requestToken({});
  expect([inProcess.statusCode, inProcess.json().error]).toEqual([400, 'invalid_grant']);
  const fromElsewhere = await requestToken({ origin: 'https://elsewhere.example' });
  expect(fromElsewhere.json().error_description).toContain('not allowed');
});

test('uses https URLs and secure cookies behind https', async () => {
  const origin = 'https://octavo.example';
  const app = fastify();
  const redirectUri = `${origin}/auth/callback`;
  const settings = { origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, redirectUri };
  await app.register(createDemoIdentityProvider(settings).routes);
  const { json } = await app.inject('/oidc/.well-known/openid-configuration');
  expect(json().token_endpoint).toBe(`${origin}/oidc/token`);
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  const { cookies } = await app.inject(`/oidc/auth?${query}`);
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies) expect(cookie.secure).toBe(true);
  await app.close();
});

describe('signing in', () => {
  test.each(DEMO_ACCOUNTS)('returns the claims of $name, $email', async (account) => {
    const tokens = await signIn(provider, { subject: account.subject });
    expect(tokens.claims()).toMatchObject({
      iss: provider.issuer,
      aud: CLIENT_ID,
      sub: account.subject,
      name: account.name,
      email: account.email,
      email_verified: true,
    });
    expect(tokens.claims()).not.toHaveProperty('role');
    expect(tokens.claims()).not.toHaveProperty('tier');
  });

  test('accepts any email address, and always maps it to the same person', async () => {
    const [first, second] = await Promise.all([
      signIn(provider, { email: 'Jane.van-dyk+news@Example.org ' }),
      signIn(provider, { email: 'jane.van-dyk+news@example.org' }),
    ]);
    expect(first.claims()).toMatchObject({
      name: 'Jane Van Dyk',
      email: 'jane.van-dyk+news@example.org',
      email_verified: true,
    });
    expect(second.claims()!.sub).toBe(first.claims()!.sub);
  });

  test('signs in to a built-in account by its email address', async () => {
    const [account] = DEMO_ACCOUNTS;
    const tokens = await signIn(provider, { email: account!.email });
    expect(tokens.claims()).toMatchObject({ sub: account!.subject, name: account!.name });
  });

  test('ignores the identity_provider parameter', async () => {
    const tokens = await signIn(provider, FREE_READER, { identity_provider: 'Google' });
    expect(tokens.claims()!.sub).toBe(FREE_READER.subject);
  });

  test('issues an ID token that verifies against the published keys', async () => {
    const { id_token } = await signIn(provider, FREE_READER);
    const keys = createRemoteJWKSet(new URL(`${provider.issuer}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(id_token!, keys, {
      issuer: provider.issuer,
      audience: CLIENT_ID,
      algorithms: ['RS256'],
    });
    expect(protectedHeader.kid).toEqual(expect.any(String));
    expect(payload.email).toBe(DEMO_ACCOUNTS[0]!.email);
    // The forged token differs from the issued token in one letter of its signature.
    const forged = id_token!.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    await expect(jwtVerify(forged, keys)).rejects.toThrow('signature');
  });

  test('issues an access token that the userinfo endpoint accepts', async () => {
    const attempt = await startSignIn(provider);
    const callback = await submitSignInForm(EDITOR, attempt, new TestBrowser(provider.issuer));
    const tokens = await client.authorizationCodeGrant(
      attempt.configuration,
      callback,
      attempt.checks,
    );
    const info = await client.fetchUserInfo(
      attempt.configuration,
      tokens.access_token,
      EDITOR.subject,
    );
    expect(info.email).toBe('editor@demo.octavo.example');
  });

  test('offers all accounts at each sign-in', async () => {
    const browser = new TestBrowser(provider.issuer);
    const first = await signIn(provider, FREE_READER, {}, browser);
    expect(browser.cookieNames).not.toContain('demo_identity');
    const { url } = await startSignIn(provider);
    expect(listOfferedSubjects(await browser.open(url))).toEqual(
      DEMO_ACCOUNTS.map(({ subject }) => subject),
    );
    const second = await signIn(provider, EDITOR, {}, browser);
    expect([first.claims()!.sub, second.claims()!.sub]).toEqual([
      FREE_READER.subject,
      EDITOR.subject,
    ]);
  });

  test('signs in two tabs as different people', async () => {
    const browser = new TestBrowser(provider.issuer);
    const left = await startSignIn(provider);
    const right = await startSignIn(provider);
    const leftPage = await browser.open(left.url);
    const rightPage = await browser.open(right.url);
    const completeSignIn = async (
      page: PageResponse,
      form: Record<string, string>,
      attempt: SignInAttempt,
    ) => {
      const { location } = await browser.open(page.url, form);
      const tokens = await client.authorizationCodeGrant(
        attempt.configuration,
        new URL(location!),
        attempt.checks,
      );
      return tokens.claims()!.sub;
    };
    expect(await completeSignIn(leftPage, FREE_READER, left)).toBe(FREE_READER.subject);
    expect(await completeSignIn(rightPage, EDITOR, right)).toBe(EDITOR.subject);
  });

  test('sets only cookies for the provider that scripts cannot read', async () => {
    const browser = new TestBrowser(provider.issuer);
    await signIn(provider, FREE_READER, {}, browser);
    expect(browser.setCookies.length).toBeGreaterThan(2);
    for (const header of browser.setCookies) {
      expect(header).toMatch(/; path=\/oidc(\/|;)/i);
      expect(header).toMatch(/; httponly/i);
      expect(header).toMatch(/; samesite=lax/i);
    }
  });
});
