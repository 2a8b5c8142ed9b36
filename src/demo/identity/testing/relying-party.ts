import fastify, { type FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { findFreePort } from '#server/testing/free-port.ts';
import { createDemoIdentityProvider } from '../demo-identity-provider.ts';
import { type PageResponse, TestBrowser } from './browser.ts';

export const CLIENT_ID = 'octavo-test';
export const CLIENT_SECRET = 'a secret of the tests';

/** A running provider, and the settings that a relying party needs to use it. */
export interface RunningDemoIdentityProvider {
  app: FastifyInstance;
  origin: string;
  issuer: string;
  redirectUri: string;
}

/** Starts an application that contains only the provider, on a free port. */
export async function startDemoIdentityProvider(): Promise<RunningDemoIdentityProvider> {
  const port = (await findFreePort('localhost'))!;
  const origin = `http://localhost:${port}`;
  const redirectUri = `${origin}/auth/callback`;
  const provider = createDemoIdentityProvider({
    origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri,
  });
  const app = fastify();
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-of-the-application', 'yes');
    done();
  });
  await app.register(provider.routes);
  await app.listen({ port, host: 'localhost' });
  return { app, origin, issuer: provider.issuer, redirectUri };
}

/** A sign-in that the relying party has started. */
export interface SignInAttempt {
  configuration: client.Configuration;
  url: URL;
  checks: client.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string };
}

/**
 * Loads the provider's configuration and creates an authorization URL. The given parameters are added to the usual
 * parameters or replace them.
 */
export async function startSignIn(
  { issuer, redirectUri }: Pick<RunningDemoIdentityProvider, 'issuer' | 'redirectUri'>,
  parameters: Record<string, string> = {},
  secret = CLIENT_SECRET,
): Promise<SignInAttempt> {
  const configuration = await client.discovery(
    new URL(issuer),
    CLIENT_ID,
    undefined,
    client.ClientSecretPost(secret),
    { execute: [client.allowInsecureRequests] },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'email openid profile',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return {
    configuration,
    url,
    checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
  };
}

/** Opens the sign-in page and submits a form. Returns the URL to which the provider finally redirects. */
export async function submitSignInForm(
  form: Record<string, string>,
  { url }: SignInAttempt,
  browser: TestBrowser,
): Promise<URL> {
  const page = await browser.open(url);
  const { location } = await browser.open(page.url, form);
  return new URL(location!);
}

/** Completes a sign-in and returns the tokens. */
export async function signIn(
  provider: RunningDemoIdentityProvider,
  form: Record<string, string>,
  parameters: Record<string, string> = {},
  browser = new TestBrowser(provider.issuer),
) {
  const attempt = await startSignIn(provider, parameters);
  const callback = await submitSignInForm(form, attempt, browser);
  return client.authorizationCodeGrant(attempt.configuration, callback, attempt.checks);
}

/** Lists the subjects of the accounts that a sign-in page offers. */
export function listOfferedSubjects({ text }: PageResponse): string[] {
  return [...text.matchAll(/name="subject" value="([^"]+)"/g)].map(([, subject]) => subject!);
}
