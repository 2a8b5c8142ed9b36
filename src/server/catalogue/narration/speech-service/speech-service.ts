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
import { cancelReservation, reserveSpeech, type SpeechLimits } from './spending.ts';

/** How often a sentence is requested if requests fail, and the pauses between the requests in milliseconds. */
export interface RetryPolicy {
  /** The maximum number of requests for a sentence, including the first one. */
  requests: number;
  /** The maximum number of failed requests for a sentence that the service may have charged for. */
  billedRequests: number;
  /** The pause before the second request. The pause doubles with each further request. */
  firstPause: number;
  /** The longest pause. If the service asks for a longer pause, the recording fails and is made again later. */
  longestPause: number;
}

const RETRY_POLICY: RetryPolicy = {
  requests: 4,
  billedRequests: 2,
  firstPause: 1000,
  longestPause: 60_000,
};

export interface SpeechServiceOptions {
  access: SpeechServiceAccess;
  limits: SpeechLimits;
  /** The maximum number of simultaneous requests of this process. */
  atOnce: number;
  /** The maximum size of all stored sentences in bytes. */
  maxCacheBytes: number;
  /** Signal that is aborted when the process stops. It cancels all requests. */
  ending?: AbortSignal | undefined;
  /** Tests replace the retry policy and the time limits. */
  retries?: RetryPolicy;
  timeouts?: SpeechTimeouts;
}

/**
 * Speaks sentences with a speech service. Each sentence is requested once, stored, and shared by all recordings and
 * processes.
 */
export class SpeechService {
  readonly cache: SentenceCache;
  readonly #database: Database;
  readonly #options: SpeechServiceOptions;
  readonly #retries: RetryPolicy;
  readonly #ending: AbortSignal;
  readonly #requests = new AbortableSingleFlight<Uint8Array>();
  readonly #slots: ReturnType<typeof pLimit>;
  /** If the service asked for a pause, the end of the pause in milliseconds since 1970. */
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
   * Returns the speech of a sentence as a WAV file. `stop` cancels a request that has not been sent yet. A request that
   * has been sent is completed and its speech is stored, since the service charges for it. Throws
   * {@link SpeechServiceError}, or {@link SpeechBudgetError} if the budget of the month does not suffice.
   */
  async speak(words: string, voice: ServiceVoice, stop?: AbortSignal): Promise<Uint8Array> {
    const sentence = hashSentence(this.#options.access, voice, words);
    return this.#requests.run(
      sentence,
      async (callerSignal) => {
        const cached = await this.cache.find(sentence);
        const signal = AbortSignal.any([callerSignal, this.#ending]);
        return cached ?? this.#slots(() => this.#requestOnce(sentence, words, voice, signal));
      },
      stop,
    );
  }

  /**
   * Requests a sentence. If another process is already requesting it, waits for that process and returns its speech.
   */
  async #requestOnce(
    sentence: string,
    words: string,
    voice: ServiceVoice,
    stop: AbortSignal,
  ): Promise<Uint8Array> {
    stop.throwIfAborted();
    return withLock(
      this.#database,
      `speech ${sentence}`,
      async () => {
        const cached = await this.cache.find(sentence);
        if (cached) return cached;
        const wave = await this.#requestWithRetries(words, voice, stop);
        await this.cache.store(sentence, wave);
        return wave;
      },
      stop,
    );
  }

  async #requestWithRetries(
    words: string,
    voice: ServiceVoice,
    stop: AbortSignal,
  ): Promise<Uint8Array> {
    const { requests, billedRequests } = this.#retries;
    for (let [requestCount, billedCount] = [1, 0]; ; requestCount++) {
      await this.#waitUntilAllowed(stop);
      try {
        return await this.#requestWithinBudget(words, voice);
      } catch (error) {
        if (!(error instanceof SpeechServiceError)) throw error;
        const { isTransient, mayBeBilled, retryAfter } = error.failure;
        if (mayBeBilled) billedCount += 1;
        if (!isTransient || requestCount >= requests || billedCount >= billedRequests) throw error;
        const pause = this.#computePause(requestCount, retryAfter);
        if (pause > this.#retries.longestPause) throw error;
        // All requests of the process wait if the service asks for a pause.
        if (retryAfter !== undefined)
          this.#pauseEndsAt = Math.max(this.#pauseEndsAt, Date.now() + pause);
        else await wait(pause, undefined, { signal: stop });
      }
    }
  }

  async #requestWithinBudget(words: string, voice: ServiceVoice): Promise<Uint8Array> {
    const { access, limits, timeouts } = this.#options;
    const { queries } = this.#database;
    const reservation = await reserveSpeech(queries, limits, countCharacters(words));
    try {
      return await requestSpeech(access, words, voice, this.#ending, timeouts);
    } catch (error) {
      // If the cancellation fails, the characters remain counted, so that the budget is not exceeded.
      if (error instanceof SpeechServiceError && !error.failure.mayBeBilled)
        await cancelReservation(queries, reservation).catch(() => {});
      throw error;
    }
  }

  /**
   * Returns the pause after a failed request in milliseconds. If the service does not ask for a pause, half of the
   * pause is random, so that processes do not retry at the same time.
   */
  #computePause(requestCount: number, retryAfter: number | undefined): number {
    if (retryAfter !== undefined) return 1000 * retryAfter;
    const { firstPause, longestPause } = this.#retries;
    return Math.min(longestPause, firstPause * 2 ** (requestCount - 1)) * (0.5 + Math.random() / 2);
  }

  async #waitUntilAllowed(stop: AbortSignal): Promise<void> {
    for (let delay = this.#getPauseLeft(); delay > 0; delay = this.#getPauseLeft())
      await wait(delay, undefined, { signal: stop });
    stop.throwIfAborted();
  }

  #getPauseLeft(): number {
    return this.#pauseEndsAt - Date.now();
  }
}

/** Counts characters as services charge for them: Unicode code points. */
function countCharacters(words: string): number {
  return [...words].length;
}
