import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import { signInWith } from '../accounts/service.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Queries } from '../db/database.ts';
import type { Faults } from '../faults/faults.ts';
import { isOwnNavigation } from '../plugins/same-origin.ts';
import type { Provider, Providers } from './providers.ts';
import { redirectTarget } from './redirect-target.ts';

export interface SignInOptions {
  queries: Queries;
  sessions: Sessions;
  providers: Providers;
  origin: string;
  faults: Faults;
}

/** Why a reader ends on the sign-in page again; it has a sentence for each (spec 2: `expired`). */
export type SignInError = 'expired' | 'denied' | 'failed' | 'unverified' | 'taken';

/** Seconds the cookies of a sign-in under way live (spec 9). */
const ATTEMPT_LIFETIME = 300;

/** Cookies of an attempt; the first two have the spec's names. */
const COOKIES = {
  verifier: 'pkce_code_verifier',
  redirect: 'auth_redirect',
  state: 'auth_state',
  nonce: 'auth_nonce',
  provider: 'auth_provider',
} as const;

const SCOPE = 'email openid profile';

/** `/auth/signin`, `/auth/callback` and `/auth/signout`: the authorization-code flow with PKCE. */
export function signInRoutes(app: FastifyInstance, options: SignInOptions): void {
  const { queries, sessions, providers, origin, faults } = options;
  const callback = `${origin}/auth/callback`;
  const cookie = {
    path: '/auth',
    httpOnly: true,
    secure: origin.startsWith('https:'),
    sameSite: 'lax' as const,
    maxAge: ATTEMPT_LIFETIME,
  };
  const hidden = { schema: { hide: true } };

  const sendBack = (reply: FastifyReply, error: SignInError, redirect: string) => {
    const query = new URLSearchParams({ error, ...(redirect === '/' ? {} : { redirect }) });
    return reply.redirect(`/auth?${query}`, 302);
  };
  const endAttempt = (reply: FastifyReply) => {
    for (const name of Object.values(COOKIES))
      reply.clearCookie(name, { ...cookie, maxAge: undefined } as never);
  };

  app.get('/auth/signin', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const query = request.query as Record<string, unknown>;
    const redirect = redirectTarget(query.redirect);
    const id = typeof query.provider === 'string' ? query.provider : providers.settings[0]?.id;
    let provider: Provider | undefined;
    try {
      provider = await providers.find(id ?? '');
    } catch (error) {
      faults.record('server', error, '/auth/signin');
    }
    if (!provider) return sendBack(reply, 'failed', redirect);

    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const nonce = client.randomNonce();
    const address = client.buildAuthorizationUrl(provider.configuration, {
      redirect_uri: callback,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(provider.identityProvider ? { identity_provider: provider.identityProvider } : {}),
    });
    reply.setCookie(COOKIES.verifier, verifier, cookie);
    reply.setCookie(COOKIES.redirect, redirect, cookie);
    reply.setCookie(COOKIES.state, state, cookie);
    reply.setCookie(COOKIES.nonce, nonce, cookie);
    reply.setCookie(COOKIES.provider, provider.id, cookie);
    return reply.redirect(address.href, 302);
  });

  app.get('/auth/callback', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // An attempt is good for one answer, whatever that is.
    endAttempt(reply);
    const redirect = redirectTarget(request.cookies[COOKIES.redirect]);
    const attempt = attemptOf(request);
    if (!attempt) return sendBack(reply, 'expired', redirect);
    const { error } = request.query as Record<string, unknown>;
    if (error === 'access_denied') return sendBack(reply, 'denied', redirect);

    try {
      const provider = await providers.find(attempt.provider);
      if (!provider) return sendBack(reply, 'failed', redirect);
      const identity = await exchange(provider, new URL(origin + request.url), attempt);
      if (!identity.emailVerified) return sendBack(reply, 'unverified', redirect);
      const outcome = await signInWith(queries, sessions, identity, request, reply);
      if (outcome === 'emailTaken') return sendBack(reply, 'taken', redirect);
      return reply.redirect(redirect, 302);
    } catch (error) {
      faults.record('server', error, '/auth/callback');
      return sendBack(reply, 'failed', redirect);
    }
  });

  app.get('/auth/signout', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // Neither a prefetch nor another site signs anyone out.
    if (isOwnNavigation(request, origin)) await sessions.close(request, reply);
    return reply.redirect('/', 302);
  });
}

interface Attempt {
  verifier: string;
  state: string;
  nonce: string;
  provider: string;
}

/** The attempt a callback answers; `undefined` when its cookies are gone. */
function attemptOf({ cookies }: FastifyRequest): Attempt | undefined {
  const {
    [COOKIES.verifier]: verifier,
    [COOKIES.state]: state,
    [COOKIES.nonce]: nonce,
    [COOKIES.provider]: provider,
  } = cookies;
  return verifier && state && nonce && provider ? { verifier, state, nonce, provider } : undefined;
}

/** Trades the code for tokens and verifies them: signature, issuer, audience, expiry, state and nonce. */
async function exchange(provider: Provider, address: URL, attempt: Attempt) {
  const tokens = await client.authorizationCodeGrant(provider.configuration, address, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const email = typeof claims.email === 'string' ? claims.email : '';
  return {
    provider: provider.id,
    subject: claims.sub,
    email,
    emailVerified: email !== '' && claims.email_verified === true,
    name: typeof claims.name === 'string' && claims.name ? claims.name : email.split('@', 1)[0]!,
  };
}
