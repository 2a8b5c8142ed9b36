import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { AFTER_SIGN_OUT_PATH, failedSignInPath, type SignInErrorCode } from '#domain/sign-in.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { isSameOriginNavigation } from '#server/platform/http/same-origin.ts';
import type { AccountIdAndIssuer, VerifiedIdentity } from '#server/readers/accounts/repository.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import {
  isForgeableCallbackError,
  isSignInDeniedError,
  startSignInAttempt,
  verifySignInCallback,
} from './authorization.ts';
import { LinkOfferCookie, type SignInAttempt, SignInAttemptCookies } from './cookies.ts';
import { createLinkOffer } from './link-offers.ts';
import type { DiscoveredProvider, IdentityProviders } from './providers.ts';
import { createSignInRateLimitOptions } from './sign-in-rate-limit.ts';
import { signInReader } from './sign-in-reader.ts';

export interface SignInOptions {
  queries: Queries;
  sessions: Sessions;
  providers: IdentityProviders;
  origin: string;
  errorRecorder: ErrorRecorder;
  /**
   * Maximum number of sign-ins that one IP address can start per minute. The same limit applies to the number of
   * sign-ins that it can finish.
   */
  attemptsPerMinute?: number | undefined;
}

/**
 * Timeout for the sign-in routes, in milliseconds. A request may call the identity provider three times, and each call
 * has its own timeout.
 */
const HANDLER_TIMEOUT = 30_000;

interface SignInFlow extends SignInOptions {
  attempts: SignInAttemptCookies;
  offers: LinkOfferCookie;
}

/**
 * Registers `/auth/signin`, `/auth/callback` and `/auth/signout`, which implement the authorization-code flow with
 * PKCE.
 */
export function signInRoutes(app: FastifyInstance, options: SignInOptions): void {
  const { origin } = options;
  const attempts = new SignInAttemptCookies(origin);
  const flow = { ...options, attempts, offers: new LinkOfferCookie(origin) };
  startRoute(app, flow);
  callbackRoute(app, flow);
  signOutRoute(app, flow);
}

/**
 * Registers the route that redirects the reader to an identity provider. With `link=1`, the reader accepts the offer in
 * the browser's cookie to link another identity to the account.
 */
function startRoute(app: FastifyInstance, flow: SignInFlow): void {
  const { origin, providers } = flow;
  const findRedirect = ({ query }: FastifyRequest) =>
    sanitizeRedirectPath((query as Record<string, unknown>).redirect);

  app.get('/auth/signin', createRouteOptions(flow, findRedirect), async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const redirect = findRedirect(request);
    const provider = await findProvider(flow, query.provider ?? providers.choices[0]?.id);
    if (!provider) return redirectToSignInPage(reply, 'failed', redirect);
    // A request with `link=1` from another site may be an attack, so it starts a normal sign-in, which does not link an
    // identity.
    const isLinking = query.link === '1' && isSameOriginNavigation(request, origin);
    const purpose = { redirect, isLinking };
    const { attempt, url } = await startSignInAttempt(provider, `${origin}/auth/callback`, purpose);
    flow.attempts.add(request, reply, attempt);
    return redirectUncached(reply, url.href);
  });
}

/**
 * Registers the route for the identity provider's callback. The route opens a session, or redirects to the sign-in page
 * with an error.
 */
function callbackRoute(app: FastifyInstance, flow: SignInFlow): void {
  const { attempts, errorRecorder } = flow;
  const findRedirect = (request: FastifyRequest) => attempts.findRedirect(request);

  app.get('/auth/callback', createRouteOptions(flow, findRedirect), async (request, reply) => {
    const { state, error } = request.query as Record<string, unknown>;
    const attempt = attempts.find(request, state);
    // If the callback does not belong to a known sign-in attempt, the cookies of all attempts are kept, because the
    // attempt cannot be identified. For example, some providers omit the state when they report an error.
    if (!attempt) {
      const reason = error === 'access_denied' ? 'denied' : 'expired';
      return redirectToSignInPage(reply, reason, findRedirect(request));
    }
    // A sign-in attempt is valid for one callback, even if the callback fails.
    attempts.remove(request, reply, attempt);
    try {
      return await finishSignIn(flow, attempt, request, reply);
    } catch (error) {
      if (isSignInDeniedError(error))
        return redirectToSignInPage(reply, 'denied', attempt.redirect);
      if (isForgeableCallbackError(error)) request.log.warn({ err: error }, 'Sign-in rejected');
      else errorRecorder.record('server', error, '/auth/callback');
      return redirectToSignInPage(reply, 'failed', attempt.redirect);
    }
  });
}

async function finishSignIn(
  flow: SignInFlow,
  attempt: SignInAttempt,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { providers, offers, origin } = flow;
  const { redirect, isLinking } = attempt;
  // The provider is read from the stored attempt, because the callback's parameters can be forged.
  const provider = await providers.discover(attempt.provider);
  if (!provider) return redirectToSignInPage(reply, 'failed', redirect);
  const identity = await verifySignInCallback(provider, new URL(origin + request.url), attempt);
  if (!identity.emailVerified) return redirectToSignInPage(reply, 'unverified', redirect);
  const token = offers.read(request);
  const offer = token ? { token, isAccepted: isLinking } : undefined;
  const outcome = await signInReader(flow, provider, identity, offer, request, reply);
  if (outcome.kind === 'emailTaken')
    return offerToLink(flow, identity, outcome.issuers, redirect, reply);
  if (offer) offers.clear(reply);
  return redirectUncached(reply, redirect);
}

/**
 * Creates an offer to link a new identity to the account that has the same email address. The owner accepts the offer
 * by signing in with the account's previous identity.
 */
async function offerToLink(
  { queries, providers, offers }: SignInFlow,
  identity: VerifiedIdentity,
  issuers: readonly AccountIdAndIssuer[],
  redirect: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Chooses an issuer other than the new identity's. Signing in with the same issuer would return the new identity
  // again instead of the account's previous identity.
  const previous = issuers.find(
    ({ issuer }) => issuer !== identity.issuer && providers.findIdByIssuer(issuer),
  );
  if (!previous) return redirectToSignInPage(reply, 'taken', redirect);
  offers.set(reply, await createLinkOffer(queries, previous.userId, identity));
  return redirectToSignInPage(reply, 'taken', redirect, providers.findIdByIssuer(previous.issuer));
}

function signOutRoute(app: FastifyInstance, { sessions, origin }: SignInFlow): void {
  app.get('/auth/signout', { schema: { hide: true } }, async (request, reply) => {
    // Prefetching and links on other sites must not sign the reader out.
    if (!isSameOriginNavigation(request, origin)) return redirectUncached(reply, '/');
    await sessions.close(request, reply);
    return redirectUncached(reply, AFTER_SIGN_OUT_PATH);
  });
}

/** Returns the route options that all sign-in routes share. */
function createRouteOptions(flow: SignInFlow, findRedirect: (request: FastifyRequest) => string) {
  const sendBusy = (request: FastifyRequest, reply: FastifyReply) =>
    redirectToSignInPage(reply, 'busy', findRedirect(request));
  return {
    schema: { hide: true },
    handlerTimeout: HANDLER_TIMEOUT,
    ...createSignInRateLimitOptions(sendBusy, flow.attemptsPerMinute),
  };
}

/**
 * Returns an identity provider with its metadata, or `undefined` if the provider does not exist or does not respond.
 */
async function findProvider(
  { providers, errorRecorder }: SignInFlow,
  id: unknown,
): Promise<DiscoveredProvider | undefined> {
  try {
    return typeof id === 'string' ? await providers.discover(id) : undefined;
  } catch (error) {
    errorRecorder.record('server', error, '/auth/signin');
    return undefined;
  }
}

/**
 * Redirects to the sign-in page after a failed sign-in. If another account has the same email address, `linkProviderId`
 * is the ID of the identity provider with which the owner of that account can sign in.
 */
function redirectToSignInPage(
  reply: FastifyReply,
  error: SignInErrorCode,
  redirect: string,
  linkProviderId?: string,
) {
  return redirectUncached(reply, failedSignInPath(error, redirect, linkProviderId));
}

function redirectUncached(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 302);
}
