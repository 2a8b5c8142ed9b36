import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AbortableSingleFlight } from '#server/platform/abortable-single-flight.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { hashSentence, type ServiceVoice } from '#speech/engines/service/service-voices.ts';
import { SentenceCache } from './sentence-cache.ts';
import {
  requestSpeech,
  type SpeechServiceAccess,
  SpeechServiceError,
  type SpeechTimeouts,
} from './speech-client.ts';
import {
  cancelSpeechBudgetReservation,
  reserveSpeechBudget,
  type SpeechLimitsAndPrice,
} from './spending.ts';

/** Limits for repeated requests for a sentence after a failure, and the pauses between the requests in milliseconds. */
export interface SpeechRetryPolicy {
  /** Maximum number of requests for one sentence, including the first. */
  requests: number;
  /** Maximum number of failed requests for one sentence that the service may have charged for. */
  billedRequests: number;
  /** The pause before the first retry. The pause doubles before each further retry. */
  firstPause: number;
  /**
   * The longest pause. If the service requests a longer pause, the recording fails instead of waiting, and is retried
   * later.
   */
  longestPause: number;
}

const RETRY_POLICY: SpeechRetryPolicy = {
  requests: 4,
  billedRequests: 2,
  firstPause: 1000,
  longestPause: 60_000,
};

export interface SpeechServiceOptions {
  access: SpeechServiceAccess;
  limits: SpeechLimitsAndPrice;
  /** Maximum number of simultaneous requests from this process to the service. */
  atOnce: number;
  /** Maximum total size of all cached sentences in bytes. */
  maxCacheBytes: number;
  /** Signal that is aborted when the process stops. It cancels all requests. */
  ending?: AbortSignal | undefined;
  /** Tests replace `retries` and `timeouts`. */
  retries?: SpeechRetryPolicy;
  timeouts?: SpeechTimeouts;
}

/**
 * Gets the audio of sentences from a speech service. Requests each sentence once, and caches it for all recordings and
 * processes.
 */
export class SpeechService {
  readonly cache: SentenceCache;
  readonly #database: Database;
  readonly #options: SpeechServiceOptions;
  readonly #retries: SpeechRetryPolicy;
  readonly #ending: AbortSignal;
  readonly #requests = new AbortableSingleFlight<Uint8Array>();
  readonly #slots: ReturnType<typeof pLimit>;
  /** The end of the pause that the service has requested, in milliseconds since 1970. 0 if it has requested none. */
  #pauseEndsAt = 0;

  constructor(database: Database, files: FileStore, options: SpeechServiceOptions) {
    const { atOnce, maxCacheBytes, retries = RETRY_POLICY, ending } = options;
    this.cache = new SentenceCache(database.queries, files, maxCacheBytes);
    this.#database = database;
    this.#options = options;
    this.#retries = retries;
    this.#ending = ending ?? new AbortController().signal;
    this.#slots = pLimit(atOnce);
  }

  /**
   * Returns the audio of a sentence as a WAV file. `signal` cancels a request that has not been sent yet. If the
   * request has been sent, it is completed and the audio is cached, because the service charges for it. Throws
   * {@link SpeechServiceError}. Throws {@link SpeechBudgetError} if the request would exceed the monthly budget.
   */
  async speak(words: string, voice: ServiceVoice, signal?: AbortSignal): Promise<Uint8Array> {
    const sentence = hashSentence(this.#options.access, voice, words);
    return this.#requests.run(
      sentence,
      async (callerSignal) => {
        const cached = await this.cache.find(sentence);
        const requestSignal = AbortSignal.any([callerSignal, this.#ending]);
        return (
          cached ?? this.#slots(() => this.#requestOnce(sentence, words, voice, requestSignal))
        );
      },
      signal,
    );
  }

  /**
   * Requests the audio of a sentence. If another process is already requesting the same sentence, waits for it and
   * returns the cached audio.
   */
  async #requestOnce(
    sentence: string,
    words: string,
    voice: ServiceVoice,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    signal.throwIfAborted();
    return withLock(
      this.#database,
      `speech ${sentence}`,
      async () => {
        const cached = await this.cache.find(sentence);
        if (cached) return cached;
        const wave = await this.#requestWithRetries(words, voice, signal);
        await this.cache.store(sentence, wave);
        return wave;
      },
      signal,
    );
  }

  async #requestWithRetries(
    words: string,
    voice: ServiceVoice,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { requests, billedRequests } = this.#retries;
    for (let [requestCount, billedCount] = [1, 0]; ; requestCount++) {
      await this.#waitUntilAllowed(signal);
      try {
        return await this.#requestWithinBudget(words, voice);
      } catch (error) {
        if (!(error instanceof SpeechServiceError)) throw error;
        const { isTransient, mayBeBilled, retryAfter } = error.failure;
        if (mayBeBilled) billedCount += 1;
        const pause = this.#computePause(requestCount, retryAfter);
        const isTooLong = pause > this.#retries.longestPause;
        // If the service requests a pause, all requests from this process wait until the pause ends.
        if (retryAfter !== undefined && !isTooLong)
          this.#pauseEndsAt = Math.max(this.#pauseEndsAt, Date.now() + pause);
        if (!isTransient || isTooLong || requestCount >= requests || billedCount >= billedRequests)
          throw error;
        if (retryAfter === undefined) await wait(pause, undefined, { signal });
      }
    }
  }

  async #requestWithinBudget(words: string, voice: ServiceVoice): Promise<Uint8Array> {
    const { access, limits, timeouts } = this.#options;
    const { queries } = this.#database;
    const reservation = await reserveSpeechBudget(queries, limits, countCharacters(words));
    try {
      return await requestSpeech(access, words, voice, this.#ending, timeouts);
    } catch (error) {
      // If the characters of the failed request cannot be subtracted from the month's spending, they still count as
      // spent. This error is ignored, because it cannot cause the spending to exceed the budget.
      if (error instanceof SpeechServiceError && !error.failure.mayBeBilled)
        await cancelSpeechBudgetReservation(queries, reservation).catch(() => {});
      throw error;
    }
  }

  /**
   * Returns the number of milliseconds to wait after a failed request. If the service has not requested a pause, up to
   * half of the wait is random, so that processes do not retry at the same time.
   */
  #computePause(requestCount: number, retryAfter: number | undefined): number {
    if (retryAfter !== undefined) return 1000 * retryAfter;
    const { firstPause, longestPause } = this.#retries;
    return Math.min(longestPause, firstPause * 2 ** (requestCount - 1)) * (0.5 + Math.random() / 2);
  }

  async #waitUntilAllowed(signal: AbortSignal): Promise<void> {
    for (let delay = this.#getPauseLeft(); delay > 0; delay = this.#getPauseLeft())
      await wait(delay, undefined, { signal });
    signal.throwIfAborted();
  }

  #getPauseLeft(): number {
    return this.#pauseEndsAt - Date.now();
  }
}

/** Counts the characters of a text the way speech services do when they charge for it: as Unicode code points. */
function countCharacters(words: string): number {
  return [...words].length;
}
