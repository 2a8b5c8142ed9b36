import type { ArticleIdentity } from '#domain/article.ts';
import type { Narrator } from '#domain/narrators.ts';
import type { Timings } from '#domain/timings.ts';
import { ApiError, noteSignedOut } from '#ui/lib/api.ts';
import { idToken } from '#ui/lib/id-token.ts';
import { currentReader } from '#web/reader/session.ts';
import type { Narration } from './listening.ts';
import { suppressUnloadErrors } from './suppress-unload-errors.ts';

/** What the server says of a recording, or of its beginning. */
interface Recorded extends Timings {
  /** Names the recording. */
  recording: string;
  /** Of a beginning: about how many seconds the whole will last. */
  expected?: number;
  /** Of a beginning: the titles of all chapters. */
  outline?: readonly string[];
}

/** Milliseconds between two questions. */
const ASK_AGAIN = 2000;
/** How often a server that is busy is asked. */
const MOST_WHEN_BUSY = 4;
/**
 * Milliseconds that a narration is waited for to be whole: the built-in voices take seconds, and a neural model has an hour
 * (server/catalogue/narration/narrating.ts). What is not soon there is asked for less often.
 */
const [SOON, PATIENCE, ASK_LATER] = [5 * 60_000, 60 * 60_000, 10_000];
/** As many answers of a server that is out of order for a moment are passed over while a narration is waited for. */
const MOST_FAULTS = 4;

/**
 * Finds what the reader may hear of an article: for Premium all of it, or its beginning while it is being made; for
 * others its beginning. Throws {@link ApiError}, or `TypeError` when offline.
 */
export async function findNarration(
  article: ArticleIdentity,
  narrator: Narrator,
): Promise<Narration> {
  // Who is known not to have Premium is not asked for it; who is not any more, the server says.
  if (currentReader()?.tier === 'premium') {
    const token = idToken();
    const response = await ask(article, narrator, 'json');
    if (response.ok) {
      const extent = response.status === 202 ? 'begun' : 'whole';
      return narrationOf(article, narrator, extent, await response.json());
    }
    if (response.status !== 401 && response.status !== 403) throw await errorOf(response);
    if (response.status === 401) noteSignedOut(token);
  }
  const preview = await ask(article, narrator, 'preview.json');
  if (!preview.ok) throw await errorOf(preview);
  return narrationOf(article, narrator, 'preview', await preview.json());
}

/** Waits for a narration that has begun to be whole. Rejects like {@link findNarration}, or once `stop` is aborted. */
export async function untilWhole(
  article: ArticleIdentity,
  narrator: Narrator,
  stop: AbortSignal,
): Promise<Narration> {
  let faults = 0;
  let pause = ASK_AGAIN;
  for (let waited = pause; waited <= PATIENCE; waited += pause) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    stop.throwIfAborted();
    try {
      const narration = await findNarration(article, narrator);
      stop.throwIfAborted();
      if (narration.extent !== 'begun') return narration;
      faults = 0;
    } catch (error) {
      stop.throwIfAborted();
      // Whoever is offline for a moment asks again.
      if (error instanceof ApiError && (!isPassing(error) || ++faults > MOST_FAULTS)) throw error;
    }
    if (waited >= SOON) pause = ASK_LATER;
  }
  throw new Error('The narration is not whole after an hour.');
}

/** Whether the server may answer something else in a moment. */
function isPassing({ status }: ApiError): boolean {
  return status === 429 || status >= 500;
}

function narrationOf(
  article: ArticleIdentity,
  narrator: Narrator,
  extent: Narration['extent'],
  {
    recording,
    seconds,
    expected = seconds,
    chapters,
    outline = chapters.map(({ title }) => title),
    sentences,
  }: Recorded,
): Narration {
  const file = extent === 'whole' ? 'mp3' : 'preview.mp3';
  return {
    extent,
    // Another text has another recording: no cache has half of each.
    source: `${addressOf(article, narrator, file)}?recording=${recording}`,
    seconds: extent === 'begun' ? Math.max(expected, seconds) : seconds,
    available: seconds,
    chapters,
    outline,
    sentences,
  };
}

/** Asks again where the server has its hands full: what it has begun goes on meanwhile. */
async function ask(article: ArticleIdentity, narrator: Narrator, file: string): Promise<Response> {
  for (let asked = 1; ; asked++) {
    const response = await suppressUnloadErrors(fetch(addressOf(article, narrator, file)));
    if (response.status !== 503 || asked === MOST_WHEN_BUSY) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}

function addressOf({ authorAlias, id }: ArticleIdentity, narrator: Narrator, file: string): string {
  return `/audio/${encodeURIComponent(authorAlias)}.${id}.${narrator}.${file}`;
}

async function errorOf(response: Response): Promise<ApiError> {
  await response.body?.cancel();
  return new ApiError(response.status, response.statusText);
}
