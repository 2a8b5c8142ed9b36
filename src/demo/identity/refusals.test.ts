import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { TestBrowser } from './testing/browser.ts';
import {
  type RunningDemoIdentityProvider,
  startDemoIdentityProvider,
  startSignIn,
  submitSignInForm,
} from './testing/relying-party.ts';

const FREE_READER = { subject: DEMO_ACCOUNTS[0]!.subject };

let provider: RunningDemoIdentityProvider;
beforeAll(async () => {
  provider = await startDemoIdentityProvider();
});
afterAll(() => provider.app.close());

const matchError = (error: string) => expect.objectContaining({ error });

/**
 * Runs a sign-in until the provider redirects to the callback with the authorization code. `secret` is the client
 * secret.
 */
async function obtainCode(secret?: string) {
  const attempt = await startSignIn(provider, {}, secret);
  const callback = await submitSignInForm(FREE_READER, attempt, new TestBrowser(provider.issuer));
  return { ...attempt, callback };
}

test('reports access_denied when the user cancels', async () => {
  const attempt = await startSignIn(provider);
  const callback = await submitSignInForm(
    { cancel: 'yes' },
    attempt,
    new TestBrowser(provider.issuer),
  );
  await expect(
    client.authorizationCodeGrant(attempt.configuration, callback, attempt.checks),
  ).rejects.toEqual(matchError('access_denied'));
});

test('rejects a wrong verifier', async () => {
  const { configuration, callback, checks } = await obtainCode();
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  await expect(
    client.authorizationCodeGrant(configuration, callback, { ...checks, pkceCodeVerifier }),
  ).rejects.toEqual(matchError('invalid_grant'));
});

test('rejects a replayed code and revokes its tokens', async () => {
  const { configuration, callback, checks } = await obtainCode();
  const tokens = await client.authorizationCodeGrant(configuration, callback, checks);
  await expect(client.authorizationCodeGrant(configuration, callback, checks)).rejects.toEqual(
    matchError('invalid_grant'),
  );
  await expect(
    client.fetchUserInfo(configuration, tokens.access_token, FREE_READER.subject),
  ).rejects.toMatchObject({ status: 401 });
});

test('rejects a wrong client secret', async () => {
  const { configuration, callback, checks } = await obtainCode('a guess');
  await expect(client.authorizationCodeGrant(configuration, callback, checks)).rejects.toEqual(
    matchError('invalid_client'),
  );
});

test.each([
  ['an unregistered redirect_uri', { redirect_uri: 'http://evil.example/auth/callback' }],
  ['an unknown client', { client_id: 'somebody-else' }],
])('shows an error page without a redirect for %s', async (_title, parameters) => {
  const { url } = await startSignIn(provider, parameters);
  const page = await new TestBrowser(provider.issuer).open(url);
  expect(page).toMatchObject({ status: 400, location: undefined });
  expect(page.text).toContain('We couldn’t sign you in');
  expect(page.headers.get('x-of-the-application')).toBe('yes');
});

test.each([
  ['no challenge', { code_challenge: '', code_challenge_method: '' }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['a token without a code', { response_type: 'id_token' }],
])('rejects an authorization request with %s', async (_title, parameters) => {
  const { url } = await startSignIn(provider, parameters);
  const { location } = await new TestBrowser(provider.issuer).open(url);
  expect(location).toMatch(/\/auth\/callback[?#]error=(invalid_request|unsupported_)/);
});

test('rejects a silent sign-in, since nobody is signed in at the provider', async () => {
  const { url } = await startSignIn(provider, { prompt: 'none' });
  const { location } = await new TestBrowser(provider.issuer).open(url);
  expect(new URL(location!).searchParams.get('error')).toBe('login_required');
});
