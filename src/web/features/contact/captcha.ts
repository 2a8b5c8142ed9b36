import type { CaptchaChallenge } from '#domain/captcha.ts';
import { sendGet } from '#ui/lib/api.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';

/** Thrown if no captcha token is available, because it did not arrive in time or because the captcha failed. */
export class CaptchaError extends Error {
  override name = 'CaptchaError';
  readonly isUnavailable: boolean;

  constructor(isUnavailable: boolean, cause?: unknown) {
    super(isUnavailable ? 'The captcha cannot be reached' : 'The captcha is not ready', { cause });
    this.isUnavailable = isUnavailable;
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
  getToken: () => string | Promise<string>;
  /** True if the source provides only one token. */
  isSingleUse: boolean;
  /** Expiry of the source's tokens, in milliseconds since 1970. */
  expiresAt: number;
}

/** Timeout in milliseconds for each step of obtaining a captcha token. */
const STEP_TIMEOUT = 8000;
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
  let hasLastCallFailed = false;

  function resetAndThrow(cause: unknown): never {
    // After a failure, the next attempt loads the captcha again.
    source = undefined;
    throw cause;
  }

  function getSource(): Promise<TokenSource> {
    source ??= loadSource(onKind).catch(resetAndThrow);
    return source;
  }

  async function requestToken(): Promise<string> {
    let loadedSource = await withTimeout(getSource());
    if (loadedSource.expiresAt < Date.now()) {
      source = undefined;
      loadedSource = await withTimeout(getSource());
    }
    if (loadedSource.isSingleUse) source = undefined;
    return withTimeout(Promise.resolve(loadedSource.getToken())).catch(resetAndThrow);
  }

  return {
    prepare() {
      getSource().catch(() => {});
    },
    async takeToken() {
      try {
        const newToken = await requestToken();
        hasLastCallFailed = false;
        return newToken;
      } catch (cause) {
        // After one timeout, the token may just be late. After a second timeout in a row, the captcha counts as
        // unavailable.
        const isUnavailable = hasLastCallFailed || !(cause instanceof TimeoutError);
        hasLastCallFailed = true;
        throw new CaptchaError(isUnavailable, cause);
      }
    },
  };
}

async function loadSource(onKind: (kind: CaptchaChallenge['kind']) => void): Promise<TokenSource> {
  const challenge = await withTimeout(sendGet<CaptchaChallenge>('/contact/challenge'));
  onKind(challenge.kind);
  if (challenge.kind === 'recaptcha') {
    const { loadRecaptchaTokenGetter } = await awaitChunk(import('./recaptcha.ts'));
    const getToken = await withTimeout(loadRecaptchaTokenGetter(challenge.siteKey));
    return { getToken, isSingleUse: false, expiresAt: Number.POSITIVE_INFINITY };
  }
  const expiresAt = Date.now() + challenge.lifetime - SUBMISSION_MARGIN;
  const { solveProofOfWork } = await awaitChunk(import('./proof-of-work.ts'));
  const token = await solveProofOfWork(challenge);
  return { getToken: () => token, isSingleUse: true, expiresAt };
}

/** Thrown by {@link withTimeout}. */
class TimeoutError extends Error {}

/**
 * Waits for a promise, and rejects with {@link TimeoutError} if it takes too long. The work behind the promise is not
 * canceled.
 */
async function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), STEP_TIMEOUT);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
