import type { CaptchaChallenge } from '#domain/captcha.ts';
import { sendGet } from '#ui/lib/api.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';

/** Thrown if no captcha token is available: it did not arrive in time, or the captcha has failed. */
export class CaptchaError extends Error {
  override name = 'CaptchaError';
  readonly isUnavailable: boolean;

  constructor(isUnavailable: boolean, cause?: unknown) {
    super(isUnavailable ? 'The captcha cannot be reached' : 'The captcha is not ready', { cause });
    this.isUnavailable = isUnavailable;
  }
}

/** A source of captcha tokens. The server requires a token with each contact message, to block spam. */
export interface CaptchaTokenSource {
  /** Loads the captcha in advance. If this fails, `takeToken` tries again. */
  prepare(): void;
  /** Resolves with a captcha token, which is valid for one message. Rejects with {@link CaptchaError}. */
  takeToken(): Promise<string>;
}

/** A loaded captcha that provides tokens. */
interface LoadedCaptcha {
  getToken: () => string | Promise<string>;
  /** True if the captcha provides only one token. */
  isSingleUse: boolean;
  /** Time after which the captcha must be loaded again, in milliseconds since 1970. */
  expiresAt: number;
}

/** Timeout in milliseconds for each step of obtaining a captcha token. */
const STEP_TIMEOUT = 8000;
/**
 * A captcha token counts as expired this many milliseconds early, so that it is still valid when
 * the server receives it.
 */
const SUBMISSION_MARGIN = 30_000;

/**
 * Creates a source of the captcha tokens that the server requires. Calls `onKind` with the kind of captcha once the
 * server has sent it.
 */
export function createCaptchaTokenSource(
  onKind: (kind: CaptchaChallenge['kind']) => void,
): CaptchaTokenSource {
  let source: Promise<LoadedCaptcha> | undefined;
  /** True if the last call to `takeToken` failed. */
  let hasLastCallFailed = false;

  function resetAndThrow(cause: unknown): never {
    // After a failure, the next attempt must load the captcha again.
    source = undefined;
    throw cause;
  }

  function getLoadedCaptcha(): Promise<LoadedCaptcha> {
    source ??= loadCaptcha(onKind).catch(resetAndThrow);
    return source;
  }

  async function requestToken(): Promise<string> {
    let loadedSource = await withTimeout(getLoadedCaptcha());
    if (loadedSource.expiresAt < Date.now()) {
      source = undefined;
      loadedSource = await withTimeout(getLoadedCaptcha());
    }
    if (loadedSource.isSingleUse) source = undefined;
    return withTimeout(Promise.resolve(loadedSource.getToken())).catch(resetAndThrow);
  }

  return {
    prepare() {
      getLoadedCaptcha().catch(() => {});
    },
    async takeToken() {
      try {
        const newToken = await requestToken();
        hasLastCallFailed = false;
        return newToken;
      } catch (cause) {
        // A single timeout may only mean that the token is late. After a second failure in a row, or any other error,
        // the captcha counts as unavailable.
        const isUnavailable = hasLastCallFailed || !(cause instanceof TimeoutError);
        hasLastCallFailed = true;
        throw new CaptchaError(isUnavailable, cause);
      }
    },
  };
}

async function loadCaptcha(
  onKind: (kind: CaptchaChallenge['kind']) => void,
): Promise<LoadedCaptcha> {
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

/** Thrown by {@link withTimeout} if a promise takes too long. */
class TimeoutError extends Error {}

/**
 * Resolves or rejects like a promise, but rejects with {@link TimeoutError} after {@link STEP_TIMEOUT} milliseconds.
 * Does not cancel the operation behind the promise.
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
