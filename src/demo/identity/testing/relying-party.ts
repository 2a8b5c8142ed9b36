import fastify, { type FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { freePort } from '#server/testing/free-port.ts';
import { demoIdentityProvider } from '../demo-identity-provider.ts';
import { Browser, type Seen } from './browser.ts';

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
export async function listeningProvider(): Promise<ListeningProvider> {
  const port = (await freePort('localhost'))!;
  const origin = `http://localhost:${port}`;
  const redirectUri = `${origin}/auth/callback`;
  const provider = demoIdentityProvider({
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
export interface Attempt {
  configuration: client.Configuration;
  address: URL;
  checks: client.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string };
}

/** Discovers the provider and prepares a request; `extra` parameters replace or join the usual ones. */
export async function startAttempt(
  { issuer, redirectUri }: Pick<ListeningProvider, 'issuer' | 'redirectUri'>,
  extra: Record<string, string> = {},
  secret = CLIENT_SECRET,
): Promise<Attempt> {
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
  const address = client.buildAuthorizationUrl(configuration, {
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
    address,
    checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
  };
}

/** Opens the sign-in page and answers it. Returns where the provider sent the browser. */
export async function answerWith(
  form: Record<string, string>,
  { address }: Attempt,
  browser: Browser,
): Promise<URL> {
  const page = await browser.open(address);
  const { location } = await browser.open(page.url, form);
  return new URL(location!);
}

/** A whole sign-in: the tokens a relying party ends with. */
export async function signIn(
  provider: ListeningProvider,
  form: Record<string, string>,
  extra: Record<string, string> = {},
  browser = new Browser(provider.issuer),
) {
  const attempt = await startAttempt(provider, extra);
  const callback = await answerWith(form, attempt, browser);
  return client.authorizationCodeGrant(attempt.configuration, callback, attempt.checks);
}

/** The names of the accounts a page offers. */
export function accountsOn({ text }: Seen): string[] {
  return [...text.matchAll(/name="subject" value="([^"]+)"/g)].map(([, subject]) => subject!);
}
