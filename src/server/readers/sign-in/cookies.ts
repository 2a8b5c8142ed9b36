import type { FastifyReply, FastifyRequest } from 'fastify';
import { sanitizeRedirect } from '#domain/redirect-target.ts';
import { type HostCookie, hostCookie } from '#server/platform/http/host-cookie.ts';
import { LINK_OFFER_LIFETIME } from './link-offers.ts';

/** A sign-in in progress: the values to verify its callback with, and where it leads. */
export interface SignInAttempt {
  verifier: string;
  state: string;
  nonce: string;
  provider: string;
  redirect: string;
  /** True if it accepts the link offer that its browser holds. */
  isLinking: boolean;
}

/** Seconds an attempt lasts (spec 9). */
const ATTEMPT_LIFETIME = 300;
/** Attempts per browser, one per tab. A further one replaces the oldest. */
const MAX_ATTEMPTS = 4;
/** Characters in a cookie: browsers reject cookies of 4 KB. */
const MAX_COOKIE_LENGTH = 3600;

/** An attempt as it is stored, with its start in milliseconds since 1970. */
type StoredAttempt = SignInAttempt & { startedAt: number };

/**
 * Stores the sign-ins under way in their browser, in cookies that scripts cannot read; the spec names the first two. Each
 * cookie holds one field of all attempts, newest first, separated by spaces, which no field contains.
 */
export class AttemptCookies {
  readonly #cookies: Readonly<Record<keyof StoredAttempt, HostCookie>>;
  readonly #isSecure: boolean;

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:');
    const path = '/auth';
    this.#cookies = {
      verifier: { name: 'pkce_code_verifier', path },
      redirect: { name: 'auth_redirect', path },
      // Ties the callback to this browser. A subdomain that could set this cookie could sign readers in as somebody
      // else.
      state: hostCookie('auth_state', this.#isSecure, path),
      nonce: { name: 'auth_nonce', path },
      provider: { name: 'auth_provider', path },
      isLinking: { name: 'auth_link', path },
      startedAt: { name: 'auth_begun', path },
    };
  }

  /** Stores an attempt beside those of other tabs. */
  add(request: FastifyRequest, reply: FastifyReply, attempt: SignInAttempt): void {
    this.#write(reply, [{ ...attempt, startedAt: Date.now() }, ...this.#read(request)]);
  }

  /** Returns the attempt with this state; `undefined` when there is none, or its cookies are gone. */
  find(request: FastifyRequest, state: unknown): SignInAttempt | undefined {
    return this.#read(request).find((attempt) => attempt.state === state);
  }

  /** Returns the target of the attempt a callback belongs to; if that is unknown, of the only attempt. */
  findRedirect(request: FastifyRequest): string {
    const { state } = request.query as Record<string, unknown>;
    const stored = this.#read(request);
    const attempt = stored.length > 1 ? stored.find((each) => each.state === state) : stored[0];
    return sanitizeRedirect(attempt?.redirect);
  }

  /** Removes an attempt. */
  remove(request: FastifyRequest, reply: FastifyReply, { state }: SignInAttempt): void {
    this.#write(
      reply,
      this.#read(request).filter((attempt) => attempt.state !== state),
    );
  }

  #read(request: FastifyRequest): StoredAttempt[] {
    const oldest = Date.now() - ATTEMPT_LIFETIME * 1000;
    const partOf = (key: keyof StoredAttempt, at: number) =>
      (request.cookies[this.#cookies[key].name] ?? '').split(' ')[at] ?? '';
    return Array.from({ length: MAX_ATTEMPTS }, (_, at) => ({
      verifier: partOf('verifier', at),
      state: partOf('state', at),
      nonce: partOf('nonce', at),
      provider: partOf('provider', at),
      redirect: partOf('redirect', at),
      isLinking: partOf('isLinking', at) === '1',
      startedAt: Number(partOf('startedAt', at)),
    })).filter(
      ({ verifier, state, nonce, provider, startedAt }) =>
        verifier && state && nonce && provider && startedAt > oldest,
    );
  }

  #write(reply: FastifyReply, attempts: readonly StoredAttempt[]): void {
    const stored = attempts.slice(0, MAX_ATTEMPTS);
    const redirects = () => encodeURIComponent(stored.map(({ redirect }) => redirect).join(' '));
    while (stored.length > 1 && redirects().length > MAX_COOKIE_LENGTH) stored.pop();
    for (const key of Object.keys(this.#cookies) as (keyof StoredAttempt)[]) {
      const { name, path } = this.#cookies[key];
      const options = createCookieOptions(path, this.#isSecure);
      const value = stored.map(({ [key]: part }) => (part === true ? '1' : String(part))).join(' ');
      if (stored.length) reply.setCookie(name, value, { ...options, maxAge: ATTEMPT_LIFETIME });
      else reply.clearCookie(name, options);
    }
  }
}

/** Stores the token of a link offer (`link_offers`) in the browser that received it. */
export class LinkOfferCookie {
  readonly #cookie: HostCookie;
  readonly #isSecure: boolean;

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:');
    this.#cookie = hostCookie('link_offer', this.#isSecure, '/auth');
  }

  set(reply: FastifyReply, token: string): void {
    const options = createCookieOptions(this.#cookie.path, this.#isSecure);
    reply.setCookie(this.#cookie.name, token, { ...options, maxAge: LINK_OFFER_LIFETIME });
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#cookie.name];
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#cookie.name, createCookieOptions(this.#cookie.path, this.#isSecure));
  }
}

/** Lax, since the provider's callback comes from another site and needs the cookies. */
function createCookieOptions(path: string, isSecure: boolean) {
  return { path, httpOnly: true, secure: isSecure, sameSite: 'lax' as const };
}
