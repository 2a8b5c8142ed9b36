import type { CaptchaChallenge } from '#domain/captcha.ts';
import { sendGet } from '#ui/lib/api.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';

/** Thrown if no captcha token is available, because it did not arrive in time or because the captcha failed. */
export class CaptchaError extends Error {
  override name = 'CaptchaError';
  readonly isUnavailable: boolean;

  constructor(isAway: boolean, cause?: unknown) {
    super(isAway ? 'The captcha cannot be reached' : 'The captcha is not ready', { cause });
    this.isUnavailable = isAway;
  }
}

/** Source of the captcha tokens that the server requires in order to block spam. */
export interface Captcha {
  /** Requests a captcha token in advance. If the request fails, `takeToken` tries again. */
  prepare(): void;
  /** Resolves with a captcha token that is valid for one message. Rejects with {@link CaptchaError}. */
  takeToken(): Promise<string>;
}

/** A loaded captcha from which tokens can be requested. */
interface TokenSource {
  token: () => string | Promise<string>;
  /** True if the source provides only one token. */
  isSpent: boolean;
  /** Expiry of the source's tokens, in milliseconds since 1970. */
  until: number;
}

/** Timeout in milliseconds for each step of obtaining a captcha token. */
const TIMEOUT = 8000;
/**
 * A captcha token is replaced this many milliseconds before it expires, so that it is still valid when it reaches the
 * server.
 */
const SUBMISSION_MARGIN = 30_000;

/**
 * Returns the captcha that the server requires. Calls `onKind` with the kind of captcha as soon as the server has sent
 * it.
 */
export function createCaptcha(onKind: (kind: CaptchaChallenge['kind']) => void): Captcha {
  let source: Promise<TokenSource> | undefined;
  /** True if the last call of `takeToken` failed. */
  let isFailing = false;

  function drop(cause: unknown): never {
    // After a failure, the next attempt loads the captcha again.
    source = undefined;
    throw cause;
  }

  function prepared(): Promise<TokenSource> {
    source ??= prepare(onKind).catch(drop);
    return source;
  }

  async function token(): Promise<string> {
    let ready = await withTimeout(prepared());
    if (ready.until < Date.now()) {
      source = undefined;
      ready = await withTimeout(prepared());
    }
    if (ready.isSpent) source = undefined;
    return withTimeout(Promise.resolve(ready.token())).catch(drop);
  }

  return {
    prepare() {
      prepared().catch(() => {});
    },
    async takeToken() {
      try {
        const taken = await token();
        isFailing = false;
        return taken;
      } catch (cause) {
        // After one timeout, the token may just be late. After a second timeout in a row, the captcha counts as
        // unavailable.
        const isAway = isFailing || !(cause instanceof TimeoutError);
        isFailing = true;
        throw new CaptchaError(isAway, cause);
      }
    },
  };
}

async function prepare(onKind: (kind: CaptchaChallenge['kind']) => void): Promise<TokenSource> {
  const challenge = await withTimeout(sendGet<CaptchaChallenge>('/contact/challenge'));
  onKind(challenge.kind);
  if (challenge.kind === 'recaptcha') {
    const { loadRecaptchaTokenGetter } = await awaitChunk(import('./recaptcha.ts'));
    const token = await withTimeout(loadRecaptchaTokenGetter(challenge.siteKey));
    return { token, isSpent: false, until: Number.POSITIVE_INFINITY };
  }
  const until = Date.now() + challenge.lifetime - SUBMISSION_MARGIN;
  const { solveProofOfWork } = await awaitChunk(import('./proof-of-work.ts'));
  const token = await solveProofOfWork(challenge);
  return { token: () => token, isSpent: true, until };
}

/** Thrown by {@link withTimeout}. */
class TimeoutError extends Error {}

/**
 * Waits for a promise, and rejects with {@link TimeoutError} if it takes too long. The work behind the promise is not
 * canceled.
 */
async function withTimeout<Value>(coming: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), TIMEOUT);
  });
  try {
    return await Promise.race([coming, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
