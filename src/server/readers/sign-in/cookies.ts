import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirectTarget } from '#domain/redirect-target.ts';
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

/** Keeps a sign-in under way in its browser: cookies scripts cannot read, the first two named by the spec. */
export class AttemptCookies {
  readonly #cookies: Readonly<Record<keyof Attempt, HostCookie>>;
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
    };
  }

  set(reply: FastifyReply, attempt: Attempt): void {
    const values = { ...attempt, isLinking: attempt.isLinking ? '1' : '' };
    for (const key of Object.keys(this.#cookies) as (keyof Attempt)[]) {
      const { name, path } = this.#cookies[key];
      const options = attributes(path, this.#isSecure);
      reply.setCookie(name, values[key], { ...options, maxAge: ATTEMPT_LIFETIME });
    }
  }

  /** The attempt a callback answers; `undefined` when its cookies are gone. */
  read(request: FastifyRequest): Attempt | undefined {
    const kept = (key: keyof Attempt) => request.cookies[this.#cookies[key].name];
    const [verifier, state] = [kept('verifier'), kept('state')];
    const [nonce, provider] = [kept('nonce'), kept('provider')];
    if (!verifier || !state || !nonce || !provider) return undefined;
    const isLinking = kept('isLinking') === '1';
    return { verifier, state, nonce, provider, redirect: this.redirectOf(request), isLinking };
  }

  /** Where the attempt leads, even when the rest of it is gone. */
  redirectOf(request: FastifyRequest): string {
    return redirectTarget(request.cookies[this.#cookies.redirect.name]);
  }

  clear(reply: FastifyReply): void {
    for (const { name, path } of Object.values(this.#cookies))
      reply.clearCookie(name, attributes(path, this.#isSecure));
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
