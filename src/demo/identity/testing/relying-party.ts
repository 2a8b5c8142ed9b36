import fastify, { type FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { findFreePort } from '#server/testing/free-port.ts';
import { createDemoIdentityProvider } from '../demo-identity-provider.ts';
import { type PageResponse, TestBrowser } from './browser.ts';

export const CLIENT_ID = 'octavo-test';
export const CLIENT_SECRET = 'a secret of the tests';

/** A provider that listens, and what a relying party needs to know of it. */
export interface ListeningProvider {
  app: FastifyInstance;
  origin: string;
  issuer: string;
  redirectUri: string;
}

/** The provider alone in an application, on a port of its own. */
export async function startProvider(): Promise<ListeningProvider> {
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

/** A sign-in as an application starts it. */
export interface SignInAttempt {
  configuration: client.Configuration;
  url: URL;
  checks: client.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string };
}

/** Discovers the provider and prepares a request; `extra` parameters replace or join the usual ones. */
export async function startSignIn(
  { issuer, redirectUri }: Pick<ListeningProvider, 'issuer' | 'redirectUri'>,
  extra: Record<string, string> = {},
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
    ...extra,
  });
  return {
    configuration,
    url,
    checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
  };
}

/** Opens the sign-in page and answers it. Returns where the provider sent the browser. */
export async function submitForm(
  form: Record<string, string>,
  { url }: SignInAttempt,
  browser: TestBrowser,
): Promise<URL> {
  const page = await browser.open(url);
  const { location } = await browser.open(page.url, form);
  return new URL(location!);
}

/** A whole sign-in: the tokens a relying party ends with. */
export async function signIn(
  provider: ListeningProvider,
  form: Record<string, string>,
  extra: Record<string, string> = {},
  browser = new TestBrowser(provider.issuer),
) {
  const attempt = await startSignIn(provider, extra);
  const callback = await submitForm(form, attempt, browser);
  return client.authorizationCodeGrant(attempt.configuration, callback, attempt.checks);
}

/** The names of the accounts a page offers. */
export function listOfferedSubjects({ text }: PageResponse): string[] {
  return [...text.matchAll(/name="subject" value="([^"]+)"/g)].map(([, subject]) => subject!);
}
