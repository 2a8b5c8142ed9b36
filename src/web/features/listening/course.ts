import type { ListeningPosition } from '#domain/listening.ts';
import type { Narrator } from '#domain/narrators.ts';
import { ApiError } from '#ui/lib/api.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { Retries } from '#web/lib/retries.ts';
import { audio, change, isSounding, load, sound, unload } from './deck.ts';
import {
  type HeardArticle,
  listening,
  type Narration,
  PLAYBACK_FAILED,
  playhead,
} from './listening.ts';
import { untilWhole } from './narration.ts';
import { isReached, secondsOf } from './places.ts';
import { moveSleepTimer, setSleepTimer } from './sleep-timer.ts';

/** Most milliseconds between two checks of the playback position. */
const CHECK_INTERVAL = 250;
/** Seconds after a sentence, in which nothing is said. */
const IN_THE_PAUSE = 0.06;

const BUSY = 'Many narrations are being made just now. Please try again in a minute.';

/** Where to go on: by its sentence where that is known, for seconds are those of another voice, or a guess. */
interface Wanted {
  seconds: number;
  place?: ListeningPosition | undefined;
}

/** The course of what is listened to: from its beginning to the whole, over what drops on the way. */
export const course = {
  /** What is being found or made for it: ended when it is over. */
  search: new AbortController(),
  /** The search for who is to read on. */
  succession: new AbortController(),
  /** The whole, once it is there while the beginning still plays. */
  whole: undefined as Narration | undefined,
  /** Where somebody wants to go on that is still being made. */
  wanted: undefined as Wanted | undefined,
  retries: new Retries(),
};

/** Has a narration go on at a place, or wait there until that has been made: aloud, unless it is paused. */
export function begin(
  narration: Narration,
  place: ListeningPosition | undefined,
  isAloud = true,
): void {
  const { article, narrator } = listening.get()!;
  change({ narration, status: isAloud ? 'loading' : 'paused' });
  const isThere = !place || isReached(place, narration);
  const from = isThere ? secondsOf(place, narration) : place.seconds;
  course.wanted = isThere ? undefined : { seconds: from, place };
  load(narration, isThere ? from : 0);
  playhead.set(from);
  moveSleepTimer();
  if (isThere && isAloud) sound();
  if (narration.extent === 'begun') followMaking(article, narrator);
}

/** Puts the whole in the place of the beginning as soon as it has been made: where it is heard, between two sentences. */
async function followMaking(article: HeardArticle, narrator: Narrator): Promise<void> {
  const { signal } = course.search;
  try {
    course.whole = await untilWhole(article, narrator, signal);
    betweenSentences(signal, putWhole);
  } catch (error) {
    if (!signal.aborted) giveUp(error);
  }
}

/** Goes on with the whole of what has been heard the beginning of, if it is there. */
export function putWhole(): void {
  const { whole, wanted } = course;
  if (!whole) return;
  const at = wanted?.seconds ?? playhead.get();
  const from = wanted?.place ? secondsOf(wanted.place, whole) : Math.min(at, whole.seconds);
  course.wanted = undefined;
  course.whole = undefined;
  change({ narration: whole });
  load(whole, from);
  playhead.set(from);
  if (wanted) moveSleepTimer();
  if (isSounding(listening.get()!.status)) sound();
}

/**
 * Calls `act` at the end of the current sentence, or at once when nothing plays; never once `signal` is aborted. Checks the
 * position repeatedly, because the speed may change and playback may stall meanwhile.
 */
export function betweenSentences(signal: AbortSignal, act: () => void): void {
  let pauseAt = Number.POSITIVE_INFINITY;
  const check = () => {
    if (signal.aborted) return;
    // After seeking back, the current sentence ends earlier.
    pauseAt = Math.min(pauseAt, currentSentenceEnd());
    const left = pauseAt - audio.currentTime;
    if (audio.paused || audio.ended || left <= 0) act();
    else setTimeout(check, Math.min((1000 * left) / audio.playbackRate, CHECK_INTERVAL));
  };
  check();
}

/** Returns the second at which the current sentence, or the next one, has ended. */
function currentSentenceEnd(): number {
  const { sentences } = listening.get()!.narration!;
  const sentence = sentences.find(({ to }) => to > audio.currentTime);
  return sentence ? sentence.to + IN_THE_PAUSE : audio.currentTime;
}

/** Ends whatever is under way. */
export function stopSearching(): void {
  beginSearch();
  course.succession.abort();
  course.retries.reset();
  course.wanted = undefined;
  change({ successor: undefined });
}

/** Has what is being found or made be of no interest any more; returns what tells when that is so of the next. */
export function beginSearch(): AbortSignal {
  course.search.abort();
  course.search = new AbortController();
  course.whole = undefined;
  return course.search.signal;
}

/** Says that it cannot be played, and is as if nothing had been pressed (spec 4). */
export function giveUp(error: unknown): void {
  logError(error, 'A narration could not be played');
  showToast({ kind: 'error', text: whyNot(error) });
  putAway();
}

/** By the status of an answer, where it says more than that it failed. */
const REASONS: Readonly<Record<number, string>> = {
  404: 'There is no narration of this article.',
  429: BUSY,
  503: BUSY,
};

function whyNot(error: unknown): string {
  if (error instanceof ApiError) return REASONS[error.status] ?? PLAYBACK_FAILED;
  return navigator.onLine ? PLAYBACK_FAILED : 'You seem to be offline. Please try again later.';
}

/** Nothing is listened to any more. */
export function putAway(): void {
  stopSearching();
  setSleepTimer(undefined);
  audio.pause();
  unload();
  playhead.set(0);
  listening.set(undefined);
}
