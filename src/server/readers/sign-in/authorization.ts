import * as client from 'openid-client';
import type { VerifiedIdentity } from '#server/readers/accounts/repository.ts';
import type { SignInAttempt } from './cookies.ts';
import { toVerifiedIdentity } from './identity.ts';
import type { Provider } from './providers.ts';

const SCOPE = 'email openid profile';

/** A new attempt at a provider, and the address there that it begins with (spec 7, "Social sign-in"). */
export async function startAttempt(
  provider: Provider,
  callback: string,
  { redirect, isLinking }: Pick<SignInAttempt, 'redirect' | 'isLinking'>,
): Promise<{ attempt: SignInAttempt; address: URL }> {
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
  const attempt = { verifier, state, nonce, provider: provider.id, redirect, isLinking };
  return { attempt, address };
}

/**
 * Whom a provider's answer names. Checks the answer (issuer, state), trades its code, and verifies the token it
 * gets: signature, issuer, audience, expiry, nonce and subject. Throws what `openid-client` throws, and
 * {@link MalformedCallbackError}.
 */
export async function verifyCallback(
  provider: Provider,
  callback: URL,
  attempt: SignInAttempt,
): Promise<VerifiedIdentity> {
  if (!isWellFormedCallback(provider, callback.searchParams))
    throw new MalformedCallbackError(callback.search);
  const tokens = await client.authorizationCodeGrant(provider.configuration, callback, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  return toVerifiedIdentity(tokens.claims()!, provider.storedIssuer);
}

/** What no provider answers to what we ask. */
class MalformedCallbackError extends Error {}

/**
 * Whether the provider could have sent this: a code or an error, nothing twice, nothing of flows we do not ask
 * for, and no other issuer's name. `openid-client` refuses the rest too, but with the errors it has for a
 * provider that is broken.
 */
function isWellFormedCallback({ configuration }: Provider, given: URLSearchParams): boolean {
  const { issuer } = configuration.serverMetadata();
  return (
    new Set(given.keys()).size === given.size &&
    !['response', 'id_token', 'token'].some((name) => given.has(name)) &&
    Boolean(given.get('code') || given.get('error')) &&
    (given.get('iss') || issuer) === issuer
  );
}

/** Whether the reader said no at the provider. */
export function wasDenied(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
}

/**
 * Whether an answer was refused for what stood in its address, which anyone can write: it is logged, but
 * nobody is called for it.
 */
export function isForgeable(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant';
  return (
    error instanceof client.AuthorizationResponseError || error instanceof MalformedCallbackError
  );
}
