import type { ArticleIdentity } from '#domain/article.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import { ApiError, notifyUnauthorizedListeners } from '#ui/lib/api.ts';
import { readIdTokenCookie } from '#ui/lib/id-token.ts';
import { holdErrorsWhileLeavingDocument } from '#ui/lib/leaving.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { isStillBeingRecorded, type Narration } from './narration.ts';

/**
 * The JSON response that describes a recording. If the recording is unfinished, it describes the part that exists so
 * far.
 */
interface RecordingResponse extends RecordingTimings {
  /** The ID of the recording. */
  recording: string;
  narrator: NarratorId;
  /** The part of the audio file's name that follows the narrator. Present only for an unfinished recording. */
  file?: string;
  /** The estimated length of the finished recording, in seconds. Present only for an unfinished recording. */
  expected?: number;
  /** The titles of all chapters, including those that have no audio yet. Present only for an unfinished recording. */
  outline?: readonly string[];
}

/** Interval in milliseconds between two requests for the same recording. */
const POLL_INTERVAL = 2000;
/**
 * While less than `SHORT_PART` seconds of a narration have been recorded, the page polls for more every
 * `SHORT_PART_POLL_INTERVAL` milliseconds.
 */
const [SHORT_PART, SHORT_PART_POLL_INTERVAL] = [15, 1000];
/** Maximum number of requests for a recording while the server is busy. */
const MAX_BUSY_REQUESTS = 4;
/**
 * Times in milliseconds. While a narration is being recorded, the page polls every {@link POLL_INTERVAL}. After
 * `FAST_POLLING`, it polls every `SLOW_POLL_INTERVAL`. After `MAX_WAIT`, it gives up. The built-in voices need only
 * seconds for a full recording, but a neural model may need an hour (server/catalogue/narration/narrate-job.ts).
 */
const [FAST_POLLING, MAX_WAIT, SLOW_POLL_INTERVAL] = [5 * 60_000, 60 * 60_000, 10_000];
/** Maximum number of consecutive error responses that polling for a longer recording tolerates. */
const MAX_FAILURES = 4;
/** The status codes of responses for a recording that was deleted, or that the reader is not allowed to hear. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/**
 * Resolves with the narration that the reader is allowed to hear: the full recording with Premium, otherwise the
 * preview. If the server is still recording it, resolves with the part that exists so far. Rejects with
 * {@link ApiError}, or with `TypeError` when offline.
 */
export async function fetchNarration(
  article: ArticleIdentity,
  narrator: NarratorId,
): Promise<Narration> {
  // The server decides who may hear the full recording. The plan is checked here only to avoid a request that the
  // server would refuse.
  if (readCurrentReader()?.tier === 'premium') {
    const token = readIdTokenCookie();
    const response = await requestRecording(article, narrator, 'json');
    if (response.ok) {
      const extent = response.status === 202 ? 'partial' : 'full';
      return toNarration(article, extent, await response.json());
    }
    if (response.status !== 401 && response.status !== 403) throw await toApiError(response);
    if (response.status === 401) notifyUnauthorizedListeners(token);
  }
  const preview = await requestRecording(article, narrator, 'preview.json');
  if (!preview.ok) throw await toApiError(preview);
  const extent = preview.status === 202 ? 'opening' : 'preview';
  return toNarration(article, extent, await preview.json());
}

/**
 * Polls until the server has the finished recording, or a part of it that is longer than `audioSeconds`. Resolves with
 * this recording. Rejects like {@link fetchNarration}, and also after an hour or once `signal` is aborted.
 */
export async function awaitLongerRecording(
  article: ArticleIdentity,
  narrator: NarratorId,
  audioSeconds: number,
  signal: AbortSignal,
): Promise<Narration> {
  let failures = 0;
  let interval = audioSeconds < SHORT_PART ? SHORT_PART_POLL_INTERVAL : POLL_INTERVAL;
  for (let waited = interval; waited <= MAX_WAIT; waited += interval) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    signal.throwIfAborted();
    try {
      const narration = await fetchNarration(article, narrator);
      signal.throwIfAborted();
      if (!isStillBeingRecorded(narration) || narration.audioSeconds > audioSeconds)
        return narration;
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      // An error that is not an `ApiError` means that the browser is temporarily offline, so polling continues.
      if (error instanceof ApiError && (!isTransient(error) || ++failures > MAX_FAILURES))
        throw error;
    }
    if (waited >= FAST_POLLING) interval = SLOW_POLL_INTERVAL;
  }
  throw new Error('No longer recording after an hour');
}

/**
 * Checks whether the server refuses an audio file. Resolves with the error if it does. Resolves with `undefined` if the
 * file is available or the server cannot be reached.
 */
export async function fetchAudioRefusal(source: string): Promise<ApiError | undefined> {
  const response = await fetch(source, { method: 'HEAD' }).catch(() => undefined);
  if (!response || !REFUSALS.has(response.status)) return undefined;
  return new ApiError(response.status, `The server refuses ${source}`);
}

function isTransient({ status }: ApiError): boolean {
  return status === 429 || status >= 500;
}

function toNarration(
  article: ArticleIdentity,
  extent: Narration['extent'],
  {
    recording,
    narrator,
    file = extent === 'full' ? 'mp3' : 'preview.mp3',
    seconds,
    expected = seconds,
    chapters,
    outline: chapterTitles = chapters.map(({ title }) => title),
    sentences,
  }: RecordingResponse,
): Narration {
  return {
    extent,
    recording,
    narrator,
    // The URL contains the recording's ID, so that caches never mix two recordings.
    source: `${createAudioUrl(article, narrator, file)}?recording=${recording}`,
    seconds: isStillBeingRecorded({ extent }) ? Math.max(expected, seconds) : seconds,
    audioSeconds: seconds,
    chapters,
    chapterTitles,
    sentences,
  };
}

/**
 * Requests a recording, and retries while the server is busy. The server creates the recording after the first request,
 * and the retries do not restart it.
 */
async function requestRecording(
  article: ArticleIdentity,
  narrator: NarratorId,
  file: string,
): Promise<Response> {
  for (let count = 1; ; count++) {
    const response = await holdErrorsWhileLeavingDocument(
      fetch(createAudioUrl(article, narrator, file)),
    );
    if (response.status !== 503 || count === MAX_BUSY_REQUESTS) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

function createAudioUrl(
  { authorAlias, id }: ArticleIdentity,
  narrator: NarratorId,
  file: string,
): string {
  return `/audio/${encodeURIComponent(authorAlias)}.${id}.${narrator}.${file}`;
}

async function toApiError(response: Response): Promise<ApiError> {
  await response.body?.cancel();
  return new ApiError(response.status, response.statusText);
}
