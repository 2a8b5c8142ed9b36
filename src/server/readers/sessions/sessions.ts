import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt, SignJWT } from 'jose';
import { getEffectiveTier } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { type HostCookie, toHostCookie } from '#server/platform/http/host-cookie.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import {
  deleteSessionByTokenHash,
  extendSession,
  findSessionByTokenHash,
  insertSessionAndDeleteOldest,
  type SessionWithUser,
} from './repository.ts';

/** Seconds after which an unused session expires (30 days). */
const SESSION_LIFETIME = 30 * 24 * 60 * 60;
/** Seconds after which a session expires even if it is used (180 days). */
const MAX_SESSION_LIFETIME = 180 * 24 * 60 * 60;
/**
 * Minimum number of milliseconds between two extensions of a session. Without this minimum, every request would write
 * to the database.
 */
const EXTEND_INTERVAL = 60 * 60 * 1000;

/**
 * The cookie from which pages read the signed-in reader's name, email address and tier (spec 3). It grants no access.
 */
const ID_TOKEN_COOKIE = 'id_token';

/**
 * Readers' sessions. The methods open, find and end sessions. They also set and remove a session's two cookies: the
 * session cookie and the ID token.
 */
export class Sessions {
  readonly #queries: Queries;
  readonly #isSecure: boolean;
  /**
   * The session cookie, which is the only cookie that grants access. Its value is opaque, and scripts cannot read it.
   */
  readonly #cookie: HostCookie;
  readonly #getProviderLabel: (provider: string) => string | undefined;
  /**
   * Key for signing the ID token. Each process can have its own key, because no server verifies the token. Only the
   * site's own pages read it.
   */
  readonly #key = randomBytes(32);

  /**
   * Creates an instance for the site at `origin`. `getProviderLabel` returns the label of an identity provider, or
   * `undefined` if the provider is no longer configured.
   */
  constructor(
    queries: Queries,
    origin: string,
    getProviderLabel: (provider: string) => string | undefined,
  ) {
    this.#queries = queries;
    this.#isSecure = origin.startsWith('https:');
    this.#cookie = toHostCookie('session', this.#isSecure);
    this.#getProviderLabel = getProviderLabel;
  }

  /**
   * Signs a reader in, and ends the browser's previous session. The session always gets a new token, which prevents
   * session fixation.
   */
  async open(
    request: FastifyRequest,
    reply: FastifyReply,
    user: User,
    provider: string,
  ): Promise<void> {
    const previousToken = request.cookies[this.#cookie.name];
    if (previousToken) await deleteSessionByTokenHash(this.#queries, hashToken(previousToken));
    const token = createToken();
    await insertSessionAndDeleteOldest(this.#queries, {
      userId: user.id,
      tokenHash: hashToken(token),
      provider,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      expiresAt: computeExpiry(SESSION_LIFETIME),
    });
    await this.#setCookies(reply, token, user, provider, SESSION_LIFETIME);
  }

  /**
   * Returns a page request's session. If there is no session, removes the cookies, so that the page shows the visitor
   * as signed out.
   */
  async findForPage(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SessionWithUser | undefined> {
    const session = await this.findForApi(request, reply);
    const { [this.#cookie.name]: token, [ID_TOKEN_COOKIE]: idToken } = request.cookies;
    if (!session && (token || idToken)) this.#clearCookies(reply);
    return session;
  }

  /**
   * Returns an API request's session. Never removes cookies, since the response may arrive after a new sign-in and
   * would remove the cookies of the new session. The page handles the 401 response instead.
   */
  async findForApi(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SessionWithUser | undefined> {
    const token = request.cookies[this.#cookie.name];
    const session = token
      ? await findSessionByTokenHash(this.#queries, hashToken(token))
      : undefined;
    if (!token || !session) return undefined;
    const isExtensionDue = Date.now() - session.lastSeenAt.getTime() > EXTEND_INTERVAL;
    const seconds = computeSecondsLeft(session);
    if (isExtensionDue) await extendSession(this.#queries, session, computeExpiry(seconds));
    if (isExtensionDue || isOutdated(request.cookies[ID_TOKEN_COOKIE], session.user)) {
      await this.#setCookies(reply, token, session.user, session.provider, seconds);
    }
    return session;
  }

  /** Ends a request's session and removes the reader's data from the browser. */
  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.cookies[this.#cookie.name];
    if (token) await deleteSessionByTokenHash(this.#queries, hashToken(token));
    this.clearBrowser(reply);
  }

  /**
   * Removes a signed-out reader's data from the browser: the cookies, and the cached pages, which the back button would
   * otherwise show. Browser settings, such as the theme and the consent choices, remain.
   */
  clearBrowser(reply: FastifyReply): void {
    this.#clearCookies(reply);
    reply.header('clear-site-data', '"cache"');
  }

  #clearCookies(reply: FastifyReply): void {
    for (const name of [this.#cookie.name, ID_TOKEN_COOKIE])
      reply.clearCookie(name, { path: '/', secure: this.#isSecure, sameSite: 'lax' });
  }

  async #setCookies(
    reply: FastifyReply,
    token: string,
    user: User,
    provider: string,
    seconds: number,
  ): Promise<void> {
    // With `SameSite=Strict`, a reader who returns from an identity provider's sign-in page would appear signed out.
    const options = {
      path: '/',
      secure: this.#isSecure,
      sameSite: 'lax' as const,
      maxAge: seconds,
    };
    const { name, email } = user;
    const providerLabel = this.#getProviderLabel(provider);
    const idToken = await new SignJWT({ name, email, providerLabel, tier: getEffectiveTier(user) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user.id)
      .setExpirationTime(`${seconds}s`)
      .sign(this.#key);
    reply.setCookie(this.#cookie.name, token, { ...options, httpOnly: true });
    reply.setCookie(ID_TOKEN_COOKIE, idToken, options);
  }
}

/** Returns true if the ID token cannot be decoded, or if its tier differs from the account's tier. */
function isOutdated(idToken: string | undefined, user: User): boolean {
  if (!idToken) return false;
  try {
    return decodeJwt(idToken).tier !== getEffectiveTier(user);
  } catch {
    return true;
  }
}

/** Returns the number of seconds until a session expires if it is used now but not again. */
function computeSecondsLeft({ createdAt }: SessionWithUser): number {
  const age = Math.floor((Date.now() - createdAt.getTime()) / 1000);
  return Math.max(0, Math.min(SESSION_LIFETIME, MAX_SESSION_LIFETIME - age));
}

function computeExpiry(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
