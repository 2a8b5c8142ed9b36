import { text } from 'node:stream/consumers';
import type {
  ServiceVoice,
  SpeechServiceSettings,
} from '#speech/engines/service/service-voices.ts';
import {
  addWaveHeader,
  getWaveSeconds,
  hasSound,
  parseWave,
  UnusableAudioError,
} from '#speech/engines/service/wave.ts';

/** Properties of a failed request to a speech service. */
interface SpeechFailure {
  /** True if the same request may succeed later. */
  isTransient: boolean;
  /** True if the service may have spoken the sentence and charged for it. */
  mayBeBilled: boolean;
  /** Seconds to wait before the next request, if the service has requested a pause. */
  retryAfter?: number | undefined;
}

/** Thrown if a request to a speech service fails. The message is a sentence for the operator. */
export class SpeechServiceError extends Error {
  override name = 'SpeechServiceError';
  readonly failure: SpeechFailure;

  constructor(message: string, failure: SpeechFailure) {
    super(message);
    this.failure = failure;
  }
}

export interface SpeechServiceAccess extends Pick<SpeechServiceSettings, 'endpoint' | 'model'> {
  /** The API key. Absent if the service requires none. */
  key?: string | undefined;
}

/**
 * Time limits for a request in milliseconds. `whole` limits the total time until the response is complete. `idle`
 * limits the time in which the service sends nothing.
 */
export interface SpeechTimeouts {
  whole: number;
  idle: number;
}

/**
 * The time limits are generous, because a service on a small machine may be only slightly faster than real time and may
 * process only one request at a time.
 */
const SPEECH_TIMEOUTS: SpeechTimeouts = { whole: 120_000, idle: 60_000 };
/**
 * Maximum size of a response in bytes. It corresponds to five minutes of speech, while a sentence takes at most half a
 * minute.
 */
const MAX_RESPONSE_BYTES = 16_000_000;
/**
 * Maximum number of bytes that are read from an error response, and maximum number of characters that an error message
 * quotes from it.
 */
const [MAX_ERROR_BYTES, MAX_DETAIL_LENGTH] = [20_000, 300];
/**
 * Limits for the duration of a spoken sentence at normal speed, in seconds per letter. `tolerance` is a number of
 * seconds that is added to the maximum. Audio outside these limits was cut off or does not belong to the sentence.
 */
const PLAUSIBLE_SECONDS = { minPerLetter: 0.025, maxPerLetter: 0.5, tolerance: 10 };
/**
 * The sample rate in hertz that is assumed for audio without a header, unless the response specifies another one.
 * OpenAI sends audio at this rate.
 */
const PCM_SAMPLE_RATE = 24_000;

/**
 * Requests the audio of a sentence from a speech service (`POST /v1/audio/speech`). Returns a WAV file that is not
 * silent. Throws {@link SpeechServiceError} if the request fails, and the abort reason if `signal` is aborted.
 */
export async function requestSpeech(
  access: SpeechServiceAccess,
  words: string,
  voice: ServiceVoice,
  signal: AbortSignal,
  timeouts = SPEECH_TIMEOUTS,
): Promise<Uint8Array> {
  const timer = new RequestTimer(timeouts);
  const requestSignal = AbortSignal.any([signal, timer.signal]);
  try {
    const response = await fetch(access.endpoint, {
      ...buildRequest(access, words, voice),
      redirect: 'error',
      signal: requestSignal,
    });
    if (!response.ok) throw await createRefusalError(response, access.key);
    const bytes = await readBody(response, () => timer.restartIdle());
    return toWave(bytes, response.headers, words, voice.speed);
  } catch (error) {
    requestSignal.throwIfAborted();
    throw toServiceError(error);
  } finally {
    timer.clear();
  }
}

function buildRequest(
  { key, model }: SpeechServiceAccess,
  words: string,
  { voice, speed, instructions }: ServiceVoice,
): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'audio/wav',
      ...(key && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      input: words,
      voice,
      response_format: 'wav',
      // Some servers reject unknown parameters, so `speed` is sent only if it is needed.
      ...(speed !== 1 && { speed }),
      ...(instructions && { instructions }),
    }),
  };
}

/** Aborts `signal` when a request exceeds one of the time limits. */
class RequestTimer {
  readonly #controller = new AbortController();
  readonly #totalTimer: NodeJS.Timeout;
  readonly #idleTimer: NodeJS.Timeout;

  constructor({ whole, idle }: SpeechTimeouts) {
    this.#totalTimer = this.#abortAfter(whole, 'has not sent the whole sentence within');
    this.#idleTimer = this.#abortAfter(idle, 'has sent nothing for');
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restartIdle(): void {
    this.#idleTimer.refresh();
  }

  clear(): void {
    clearTimeout(this.#totalTimer);
    clearTimeout(this.#idleTimer);
  }

  #abortAfter(milliseconds: number, problem: string): NodeJS.Timeout {
    const failure = { isTransient: true, mayBeBilled: true };
    const message = `The speech service ${problem} ${milliseconds / 1000} seconds.`;
    return setTimeout(
      () => this.#controller.abort(new SpeechServiceError(message, failure)),
      milliseconds,
    );
  }
}

/** Reads the body of an HTTP response. Calls `onPart` after each chunk. */
async function readBody({ body }: Response, onPart: () => void): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    onPart();
    length += part.length;
    if (length > MAX_RESPONSE_BYTES)
      throw new UnusableAudioError(
        `It sent more than ${MAX_RESPONSE_BYTES / 1e6} megabytes for one sentence.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Converts a response's audio to a WAV file. Throws {@link UnusableAudioError} if the audio cannot be the spoken
 * sentence.
 */
function toWave(bytes: Uint8Array, headers: Headers, words: string, speed: number): Uint8Array {
  const wave = addMissingHeader(bytes, headers.get('content-type') ?? '');
  const audio = parseWave(wave);
  if (!hasSound(audio)) throw new UnusableAudioError('It sent silence.', { mayBeIncomplete: true });
  const letters = words.match(/[a-z]/gi)?.length ?? 0;
  const seconds = getWaveSeconds(audio);
  const { minPerLetter, maxPerLetter, tolerance } = PLAUSIBLE_SECONDS;
  const isComplete = seconds >= (minPerLetter * letters) / speed;
  if (!isComplete || seconds > (maxPerLetter * letters) / speed + tolerance)
    throw new UnusableAudioError(
      `It sent ${seconds.toFixed(1)} seconds of audio for ${letters} letters.`,
      { mayBeIncomplete: !isComplete },
    );
  return wave;
}

/** Adds a WAV header to PCM audio. Some services send PCM audio although the request asks for WAV. */
function addMissingHeader(bytes: Uint8Array, contentType: string): Uint8Array {
  if (!/^audio\/pcm\b/i.test(contentType) || Buffer.from(bytes.subarray(0, 4)).equals(RIFF))
    return bytes;
  const [, rate = PCM_SAMPLE_RATE] = /rate=(\d+)/i.exec(contentType) ?? [];
  return addWaveHeader(bytes.subarray(0, bytes.length - (bytes.length % 2)), Number(rate));
}

const RIFF = Buffer.from('RIFF');

/** HTTP status codes below 500 after which the same request may succeed later. */
const TRANSIENT_STATUSES: readonly number[] = [408, 409, 425, 429];

async function createRefusalError(
  response: Response,
  key: string | undefined,
): Promise<SpeechServiceError> {
  const { status, headers } = response;
  const { detail, code } = await readErrorDetail(response, key);
  // Some services respond with 429 when the account has no credit left. Waiting does not help in this case.
  const isOutOfCredit = status === 402 || code === 'insufficient_quota';
  const isTransient = (status >= 500 || TRANSIENT_STATUSES.includes(status)) && !isOutOfCredit;
  return new SpeechServiceError(`${describeRefusal(status, isOutOfCredit)}: ${detail}`, {
    isTransient,
    mayBeBilled: false,
    retryAfter: parseRetryAfter(headers.get('retry-after')),
  });
}

function describeRefusal(status: number, isOutOfCredit: boolean): string {
  if (isOutOfCredit) return 'The speech service has no credit left';
  if (status === 401 || status === 403) return 'The speech service does not accept NARRATOR_KEY';
  if (status === 404)
    return 'The speech service does not know NARRATOR_SERVICE_MODEL or the path of NARRATOR_URL';
  if (status === 429) return 'The speech service has too many requests';
  return status >= 500 ? 'The speech service has failed' : 'The speech service rejects the request';
}

/**
 * Returns the reason that an error response gives, in OpenAI's format or another one. If the reason contains the API
 * key, removes the key.
 */
async function readErrorDetail(
  response: Response,
  key: string | undefined,
): Promise<{ detail: string; code: unknown }> {
  const body = await readErrorBody(response);
  const { message = body, code } = parseErrorBody(body);
  const printable = message.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  const redacted = key ? printable.replaceAll(key, '…') : printable;
  return { detail: redacted.slice(0, MAX_DETAIL_LENGTH) || `status ${response.status}`, code };
}

async function readErrorBody({ body }: Response): Promise<string> {
  try {
    return await text(limitBytes(body ?? [], MAX_ERROR_BYTES));
  } catch {
    return '';
  }
}

async function* limitBytes(parts: AsyncIterable<Uint8Array> | [], limit: number) {
  let length = 0;
  for await (const part of parts) {
    yield part.subarray(0, limit - length);
    length += part.length;
    if (length >= limit) return;
  }
}

function parseErrorBody(body: string): { message?: string; code?: unknown } {
  try {
    const { error, detail, message } = JSON.parse(body);
    const { code } = error ?? {};
    const firstMessage = [error?.message, error, detail, message].find(
      (each) => typeof each === 'string',
    );
    return { message: firstMessage, code };
  } catch {
    return {};
  }
}

/** Parses a `Retry-After` header, which contains a number of seconds or a date. Returns the number of seconds. */
function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

/** Codes of errors that occur before a connection is established, so the service has received nothing. */
const NO_CONNECTION_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

function toServiceError(error: unknown): Error {
  if (error instanceof SpeechServiceError) return error;
  if (error instanceof UnusableAudioError)
    return new SpeechServiceError(`The speech service is not usable: ${error.message}`, {
      isTransient: error.mayBeIncomplete,
      mayBeBilled: true,
    });
  const causes = listCauses(error);
  const { message } = causes.at(-1)!;
  const isUnsent = causes.some((each) => 'code' in each && NO_CONNECTION_CODES.includes(each.code));
  return new SpeechServiceError(`The speech service cannot be reached: ${message}.`, {
    isTransient: true,
    mayBeBilled: !isUnsent,
  });
}

/** Returns an error followed by its chain of causes. The last one contains the most specific reason. */
function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes.length ? causes : [new Error(String(error))];
}
