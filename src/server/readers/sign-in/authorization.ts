import * as client from 'openid-client';
import type { VerifiedIdentity } from '#server/readers/accounts/repository.ts';
import type { SignInAttempt } from './cookies.ts';
import { toVerifiedIdentity } from './identity.ts';
import type { DiscoveredProvider } from './providers.ts';

const SCOPE = 'email openid profile';

/**
 * Starts a sign-in at an identity provider. Returns the sign-in attempt, and the authorization URL to which the reader
 * must be redirected (spec 7, "Social sign-in").
 */
export async function startSignInAttempt(
  provider: DiscoveredProvider,
  callback: string,
  { redirect, isLinking }: Pick<SignInAttempt, 'redirect' | 'isLinking'>,
): Promise<{ attempt: SignInAttempt; url: URL }> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(provider.configuration, {
    redirect_uri: callback,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.identityProvider ? { identity_provider: provider.identityProvider } : {}),
  });
  const attempt = { verifier, state, nonce, provider: provider.id, redirect, isLinking };
  return { attempt, url };
}

/**
 * Verifies an identity provider's callback and returns the identity in its token. Checks the issuer and the state,
 * exchanges the code, and verifies the token's signature, issuer, audience, expiry, nonce and subject. Throws
 * {@link MalformedCallbackError} and the errors of `openid-client`.
 */
export async function verifySignInCallback(
  provider: DiscoveredProvider,
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

/** Thrown for a callback that a standard-conforming identity provider would never send. */
class MalformedCallbackError extends Error {}

/**
 * Returns true if a standard-conforming identity provider could have sent the callback. The callback must have a code
 * or an error, no duplicate parameters, no parameters that belong to other flows, and no issuer other than the
 * provider's. `openid-client` also rejects malformed callbacks. However, its errors do not show whether the callback
 * was malformed or the provider failed.
 */
function isWellFormedCallback(
  { configuration }: DiscoveredProvider,
  parameters: URLSearchParams,
): boolean {
  const { issuer } = configuration.serverMetadata();
  return (
    new Set(parameters.keys()).size === parameters.size &&
    !['response', 'id_token', 'token'].some((name) => parameters.has(name)) &&
    Boolean(parameters.get('code') || parameters.get('error')) &&
    (parameters.get('iss') || issuer) === issuer
  );
}

/** Returns true if the reader declined the sign-in on the provider's page. */
export function isSignInDeniedError(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
}

/**
 * Returns true if a callback was rejected because of its parameters. Anyone can forge the parameters, so these errors
 * are logged but not reported to operators.
 */
export function isForgeableCallbackError(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant';
  return (
    error instanceof client.AuthorizationResponseError || error instanceof MalformedCallbackError
  );
}
