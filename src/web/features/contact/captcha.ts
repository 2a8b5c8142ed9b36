import type { CaptchaChallenge } from '#domain/captcha.ts';
import { get } from '#ui/lib/api.ts';
import { loadChunk } from '#ui/lib/chunks.ts';

/** Why there is no token: it takes longer than anybody waits for, or cannot be had at all. */
export class CaptchaError extends Error {
  override name = 'CaptchaError';
  readonly isUnavailable: boolean;

  constructor(isAway: boolean, cause?: unknown) {
    super(isAway ? 'The captcha cannot be reached' : 'The captcha is not ready', { cause });
    this.isUnavailable = isAway;
  }
}

/** What proves to the server that somebody writes. */
export interface Captcha {
  /** Sees to it that there is a token when it is wanted. What fails is tried again then. */
  prepare(): void;
  /** A token, for one message. Rejects with {@link CaptchaError}. */
  takeToken(): Promise<string>;
}

/** Something tokens can be had of. */
interface TokenSource {
  token: () => string | Promise<string>;
  /** Whether it has only one. */
  isSpent: boolean;
  /** When that is good no longer: milliseconds since 1970. */
  until: number;
}

/** Milliseconds a message waits for its token. */
const TIMEOUT = 8000;
/** Milliseconds a token is on its way. */
const ON_ITS_WAY = 30_000;

/** The captcha the server asks for; `onKind` is told which one that is. */
export function openCaptcha(onKind: (kind: CaptchaChallenge['kind']) => void): Captcha {
  let source: Promise<TokenSource> | undefined;
  /** Whether the last message had no token. */
  let isFailing = false;

  function drop(cause: unknown): never {
    // Another try is made from the beginning.
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
        // What is late may come yet; what is late twice is as good as away.
        const isAway = isFailing || !(cause instanceof TimeoutError);
        isFailing = true;
        throw new CaptchaError(isAway, cause);
      }
    },
  };
}

async function prepare(onKind: (kind: CaptchaChallenge['kind']) => void): Promise<TokenSource> {
  const challenge = await withTimeout(get<CaptchaChallenge>('/contact/challenge'));
  onKind(challenge.kind);
  if (challenge.kind === 'recaptcha') {
    const { loadRecaptcha } = await loadChunk(import('./recaptcha.ts'));
    const token = await withTimeout(loadRecaptcha(challenge.siteKey));
    return { token, isSpent: false, until: Number.POSITIVE_INFINITY };
  }
  const until = Date.now() + challenge.lifetime - ON_ITS_WAY;
  const { solveProofOfWork } = await loadChunk(import('./proof-of-work.ts'));
  const token = await solveProofOfWork(challenge);
  return { token: () => token, isSpent: true, until };
}

/** Nobody waits for longer. */
class TimeoutError extends Error {}

/** What comes in time; rejects with {@link TimeoutError}. It goes on coming for who asks again. */
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
