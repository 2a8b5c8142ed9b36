import type { FastifyReply, FastifyRequest } from 'fastify';
import { sanitizeRedirect } from '#domain/redirect-target.ts';
import { type HostCookie, hostCookie } from '#server/platform/http/host-cookie.ts';
import { OFFER_LIFETIME } from './link-offers.ts';

/** A sign-in under way: what its answer is checked against, and where it leads. */
export interface Attempt {
  verifier: string;
  state: string;
  nonce: string;
  provider: string;
  redirect: string;
  /** Whether it is to accept the offer its browser holds. */
  isLinking: boolean;
}

/** Seconds an attempt lasts (spec 9). */
const ATTEMPT_LIFETIME = 300;
/** Attempts per browser, one per tab. A further one replaces the oldest. */
const MOST_ATTEMPTS = 4;
/** Characters in a cookie: browsers reject cookies of 4 KB. */
const LONGEST_COOKIE = 3600;

/** An attempt as it is stored, with its start in milliseconds since 1970. */
type KeptAttempt = Attempt & { begunAt: number };

/**
 * Stores the sign-ins under way in their browser, in cookies that scripts cannot read; the spec names the first two. Each
 * cookie holds one field of all attempts, newest first, separated by spaces, which no field contains.
 */
export class AttemptCookies {
  readonly #cookies: Readonly<Record<keyof KeptAttempt, HostCookie>>;
  readonly #isSecure: boolean;

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:');
    const path = '/auth';
    this.#cookies = {
      verifier: { name: 'pkce_code_verifier', path },
      redirect: { name: 'auth_redirect', path },
      // Ties the answer to this browser: a neighbour that could plant it would sign readers in as somebody else.
      state: hostCookie('auth_state', this.#isSecure, path),
      nonce: { name: 'auth_nonce', path },
      provider: { name: 'auth_provider', path },
      isLinking: { name: 'auth_link', path },
      begunAt: { name: 'auth_begun', path },
    };
  }

  /** Stores an attempt beside those of other tabs. */
  add(request: FastifyRequest, reply: FastifyReply, attempt: Attempt): void {
    this.#keep(reply, [{ ...attempt, begunAt: Date.now() }, ...this.#kept(request)]);
  }

  /** Returns the attempt with this state; `undefined` when there is none, or its cookies are gone. */
  find(request: FastifyRequest, state: unknown): Attempt | undefined {
    return this.#kept(request).find((attempt) => attempt.state === state);
  }

  /** Returns the target of the attempt a callback belongs to; if that is unknown, of the only attempt. */
  redirectOf(request: FastifyRequest): string {
    const { state } = request.query as Record<string, unknown>;
    const kept = this.#kept(request);
    const attempt = kept.length > 1 ? kept.find((each) => each.state === state) : kept[0];
    return sanitizeRedirect(attempt?.redirect);
  }

  /** Removes an attempt. */
  remove(request: FastifyRequest, reply: FastifyReply, { state }: Attempt): void {
    this.#keep(
      reply,
      this.#kept(request).filter((attempt) => attempt.state !== state),
    );
  }

  #kept(request: FastifyRequest): KeptAttempt[] {
    const oldest = Date.now() - ATTEMPT_LIFETIME * 1000;
    const partOf = (key: keyof KeptAttempt, at: number) =>
      (request.cookies[this.#cookies[key].name] ?? '').split(' ')[at] ?? '';
    return Array.from({ length: MOST_ATTEMPTS }, (_, at) => ({
      verifier: partOf('verifier', at),
      state: partOf('state', at),
      nonce: partOf('nonce', at),
      provider: partOf('provider', at),
      redirect: partOf('redirect', at),
      isLinking: partOf('isLinking', at) === '1',
      begunAt: Number(partOf('begunAt', at)),
    })).filter(
      ({ verifier, state, nonce, provider, begunAt }) =>
        verifier && state && nonce && provider && begunAt > oldest,
    );
  }

  #keep(reply: FastifyReply, attempts: readonly KeptAttempt[]): void {
    const kept = attempts.slice(0, MOST_ATTEMPTS);
    const redirects = () => encodeURIComponent(kept.map(({ redirect }) => redirect).join(' '));
    while (kept.length > 1 && redirects().length > LONGEST_COOKIE) kept.pop();
    for (const key of Object.keys(this.#cookies) as (keyof KeptAttempt)[]) {
      const { name, path } = this.#cookies[key];
      const options = attributes(path, this.#isSecure);
      const value = kept.map(({ [key]: part }) => (part === true ? '1' : String(part))).join(' ');
      if (kept.length) reply.setCookie(name, value, { ...options, maxAge: ATTEMPT_LIFETIME });
      else reply.clearCookie(name, options);
    }
  }
}

/** Keeps the token of an offer to link (`link_offers`) in the browser it was made to. */
export class OfferCookie {
  readonly #cookie: HostCookie;
  readonly #isSecure: boolean;

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:');
    this.#cookie = hostCookie('link_offer', this.#isSecure, '/auth');
  }

  set(reply: FastifyReply, token: string): void {
    const options = attributes(this.#cookie.path, this.#isSecure);
    reply.setCookie(this.#cookie.name, token, { ...options, maxAge: OFFER_LIFETIME });
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#cookie.name];
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#cookie.name, attributes(this.#cookie.path, this.#isSecure));
  }
}

/** Lax: the provider's answer comes from another site, and the cookies are needed then. */
function attributes(path: string, isSecure: boolean) {
  return { path, httpOnly: true, secure: isSecure, sameSite: 'lax' as const };
}
