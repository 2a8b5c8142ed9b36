import type { FastifyReply, FastifyRequest } from 'fastify';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { type HostCookie, toHostCookie } from '#server/platform/http/host-cookie.ts';
import { LINK_OFFER_LIFETIME_SECONDS } from './link-offers.ts';

/** A sign-in in progress: the values that verify its callback, and the URL to open afterward. */
export interface SignInAttempt {
  verifier: string;
  state: string;
  nonce: string;
  provider: string;
  redirect: string;
  /** True if the reader started this sign-in to accept an offer to link another identity to the account. */
  isLinking: boolean;
}

/** Seconds until a sign-in attempt expires (spec 9). */
const ATTEMPT_LIFETIME = 300;
/** Maximum number of sign-in attempts per browser, one per tab. An additional attempt replaces the oldest one. */
const MAX_ATTEMPTS = 4;
/** Maximum number of characters in a cookie. Browsers reject cookies larger than 4 KB. */
const MAX_COOKIE_LENGTH = 3600;

/** A sign-in attempt as stored in the cookies, with its start time in milliseconds since 1970. */
type StoredAttempt = SignInAttempt & { startedAt: number };

/**
 * The cookies that store sign-in attempts. Scripts cannot read these cookies. Each cookie contains the values of one
 * field for all attempts, newest first, separated by spaces. No value contains a space. The product specification
 * defines the names of the cookies for `verifier` and `redirect`.
 */
export class SignInAttemptCookies {
  readonly #cookies: Readonly<Record<keyof StoredAttempt, HostCookie>>;
  readonly #isSecure: boolean;

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:');
    const path = '/auth';
    this.#cookies = {
      verifier: { name: 'pkce_code_verifier', path },
      redirect: { name: 'auth_redirect', path },
      // The state ties the callback to this browser. The `__Host-` prefix of the cookie's name prevents a subdomain
      // from setting the cookie and signing readers in to an attacker's account.
      state: toHostCookie('auth_state', this.#isSecure, path),
      nonce: { name: 'auth_nonce', path },
      provider: { name: 'auth_provider', path },
      isLinking: { name: 'auth_link', path },
      startedAt: { name: 'auth_begun', path },
    };
  }

  /** Stores a sign-in attempt in addition to the attempts of other tabs. */
  add(request: FastifyRequest, reply: FastifyReply, attempt: SignInAttempt): void {
    this.#write(reply, [{ ...attempt, startedAt: Date.now() }, ...this.#read(request)]);
  }

  /**
   * Returns the sign-in attempt with the given state, or `undefined` if the state is unknown or the cookies have
   * expired.
   */
  find(request: FastifyRequest, state: unknown): SignInAttempt | undefined {
    return this.#read(request).find((attempt) => attempt.state === state);
  }

  /**
   * Returns the URL to open after a sign-in's callback. If several attempts are in progress, the callback's state
   * identifies the attempt.
   */
  findRedirect(request: FastifyRequest): string {
    const { state } = request.query as Record<string, unknown>;
    const attempts = this.#read(request);
    const attempt =
      attempts.length > 1 ? attempts.find((each) => each.state === state) : attempts[0];
    return sanitizeRedirectPath(attempt?.redirect);
  }

  remove(request: FastifyRequest, reply: FastifyReply, { state }: SignInAttempt): void {
    this.#write(
      reply,
      this.#read(request).filter((attempt) => attempt.state !== state),
    );
  }

  #read(request: FastifyRequest): StoredAttempt[] {
    const oldest = Date.now() - ATTEMPT_LIFETIME * 1000;
    const readPart = (key: keyof StoredAttempt, index: number) =>
      (request.cookies[this.#cookies[key].name] ?? '').split(' ')[index] ?? '';
    return Array.from({ length: MAX_ATTEMPTS }, (_, index) => ({
      verifier: readPart('verifier', index),
      state: readPart('state', index),
      nonce: readPart('nonce', index),
      provider: readPart('provider', index),
      redirect: readPart('redirect', index),
      isLinking: readPart('isLinking', index) === '1',
      startedAt: Number(readPart('startedAt', index)),
    })).filter(
      ({ verifier, state, nonce, provider, startedAt }) =>
        verifier && state && nonce && provider && startedAt > oldest,
    );
  }

  #write(reply: FastifyReply, attempts: readonly StoredAttempt[]): void {
    const storedAttempts = attempts.slice(0, MAX_ATTEMPTS);
    const redirects = () =>
      encodeURIComponent(storedAttempts.map(({ redirect }) => redirect).join(' '));
    while (storedAttempts.length > 1 && redirects().length > MAX_COOKIE_LENGTH)
      storedAttempts.pop();
    for (const key of Object.keys(this.#cookies) as (keyof StoredAttempt)[]) {
      const { name, path } = this.#cookies[key];
      const options = createCookieOptions(path, this.#isSecure);
      const value = storedAttempts
        .map(({ [key]: part }) => (part === true ? '1' : String(part)))
        .join(' ');
      if (storedAttempts.length)
        reply.setCookie(name, value, { ...options, maxAge: ATTEMPT_LIFETIME });
      else reply.clearCookie(name, options);
    }
  }
}

/**
 * The cookie with the token of an offer to link an identity to an account (table `link_offers`). Only the browser that
 * received the offer has this cookie.
 */
export class LinkOfferCookie {
  readonly #cookie: HostCookie;
  readonly #isSecure: boolean;

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:');
    this.#cookie = toHostCookie('link_offer', this.#isSecure, '/auth');
  }

  set(reply: FastifyReply, token: string): void {
    const options = createCookieOptions(this.#cookie.path, this.#isSecure);
    reply.setCookie(this.#cookie.name, token, { ...options, maxAge: LINK_OFFER_LIFETIME_SECONDS });
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#cookie.name];
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#cookie.name, createCookieOptions(this.#cookie.path, this.#isSecure));
  }
}

/**
 * Returns the options for the sign-in cookies. `sameSite` is `lax`, because the provider's callback is a navigation
 * from another site and needs the cookies.
 */
function createCookieOptions(path: string, isSecure: boolean) {
  return { path, httpOnly: true, secure: isSecure, sameSite: 'lax' as const };
}
