import { DEFAULT_NARRATOR, type Narrator } from '#domain/narrators.ts';
import { logError } from '#web/lib/error-reports.ts';
import { tellOfPremium } from '#web/reader/prompt.ts';
import { showToast } from '#web/ui/toast.tsx';
import { audio, change, load, setSpeed, sound, unload } from './deck.ts';
import {
  type HeardArticle,
  listening,
  type Narration,
  PLAYBACK_FAILED,
  type PlayerStatus,
  playhead,
} from './listening.ts';
import { findNarration, untilWhole } from './narration.ts';
import { announcePlaying, whenOthersPlay } from './other-tabs.ts';
import { currentPlace, keepPlaceNow, keepPlaceSometimes } from './place-keeping.ts';
import {
  forgetPlace,
  type PlaceIn,
  placeOf,
  preferNarrator,
  preferredNarrator,
  secondsOf,
} from './places.ts';
import { chosenSpeed, isAutoplayOn, keepSpeed, speedAfter } from './preferences.ts';
import { takeNext } from './queue.ts';
import { Retries } from './retries.ts';
import { isLastArticle } from './sleep-timer.ts';

/** Seconds that a press skips (spec 9). */
export const SKIP = 10;
/** Seconds after a sentence, in which nothing is said. */
const IN_THE_PAUSE = 0.06;

/** What is being found or made for what is listened to: ended when that is over. */
let search = new AbortController();
/** The whole of a narration of which the beginning plays, once it is there. */
let whole: Narration | undefined;
/** Where somebody wants to go on that is still being made: seconds. */
let wanted: number | undefined;
const retries = new Retries();

/** Plays an article; or pauses or resumes, where it is the one that is listened to. */
export function toggle(article: HeardArticle): void {
  const now = listening.get();
  if (now?.article.id !== article.id) play(article);
  else if (now.status === 'playing' || now.status === 'loading') pause();
  else resume();
}

/** Plays an article from where the reader left it, or from a place in it. */
export async function play(article: HeardArticle, at?: PlaceIn): Promise<void> {
  leave();
  const { signal } = search;
  listening.set({
    article,
    status: 'loading',
    narrator: DEFAULT_NARRATOR,
    speed: chosenSpeed(),
    narration: undefined,
  });
  playhead.set(0);
  try {
    const narrator = (await preferredNarrator()) ?? DEFAULT_NARRATOR;
    if (signal.aborted) return;
    change({ narrator });
    const [narration, place] = await Promise.all([
      findNarration(article, narrator),
      at ?? placeOf(article.id),
    ]);
    if (signal.aborted) return;
    begin(narration, secondsOf(place, narration));
  } catch (error) {
    if (!signal.aborted) giveUp(error);
  }
}

export function pause(): void {
  wanted = undefined;
  if (listening.get()?.narration && audio.paused) change({ status: 'paused' });
  else if (!listening.get()?.narration) close();
  audio.pause();
}

export function resume(): void {
  const now = listening.get();
  if (!now?.narration) return;
  if (now.status === 'ended') seek(0);
  sound();
}

/** Goes to a second of the narration, and waits for it where it is still being made. */
export function seek(to: number): void {
  const { narration, status } = listening.get() ?? {};
  if (!narration) return;
  const target = Math.min(Math.max(0, to), narration.seconds);
  playhead.set(target);
  if (target > narration.available && narration.extent === 'begun') {
    wanted = target;
    audio.pause();
    change({ status: 'loading' });
    return;
  }
  wanted = undefined;
  audio.currentTime = Math.min(target, narration.available);
  if (status === 'ended') change({ status: 'paused' });
  keepPlaceNow();
}

export function skip(seconds: number): void {
  seek(playhead.get() + seconds);
}

/** Plays from a sentence on. */
export function playFrom(seconds: number): void {
  seek(seconds);
  if (wanted === undefined) sound();
}

export function changeSpeed(): void {
  const now = listening.get();
  if (!now) return;
  const speed = speedAfter(now.speed);
  keepSpeed(speed);
  setSpeed(speed);
  change({ speed });
}

/** Has what is listened to read by somebody else, from the same sentence on. */
export async function changeNarrator(narrator: Narrator): Promise<void> {
  const now = listening.get();
  preferNarrator(narrator).catch((error: unknown) =>
    logError(error, 'The narrator could not be kept'),
  );
  if (!now || now.narrator === narrator) return;
  const place = currentPlace();
  const isSounding = now.status === 'playing' || now.status === 'loading';
  end();
  const { signal } = search;
  audio.pause();
  change({ narrator, status: 'loading' });
  try {
    const narration = await findNarration(now.article, narrator);
    if (signal.aborted) return;
    begin(narration, secondsOf(place, narration), isSounding);
  } catch (error) {
    if (!signal.aborted) giveUp(error);
  }
}

/** Stops, and puts the player away. */
export function close(): void {
  leave();
  unload();
  playhead.set(0);
  listening.set(undefined);
}

function begin(narration: Narration, from: number, isSounding = true): void {
  const { article, narrator } = listening.get()!;
  change({ narration });
  // What is being made can be gone on with once it is there.
  const isThere = from < narration.available;
  load(narration, isThere ? from : 0);
  playhead.set(from);
  if (isThere && isSounding) sound();
  else if (isThere) change({ status: 'paused' });
  else wanted = from;
  if (narration.extent === 'begun') followMaking(article, narrator);
}

/** Puts the whole in the place of the beginning as soon as it has been made: where it is heard, between two sentences. */
async function followMaking(article: HeardArticle, narrator: Narrator): Promise<void> {
  const { signal } = search;
  try {
    whole = await untilWhole(article, narrator, signal);
    if (audio.paused || audio.ended) return putWhole();
    const sentence = listening.get()!.narration!.sentences.find(({ to }) => to > audio.currentTime);
    const left = sentence ? sentence.to - audio.currentTime + IN_THE_PAUSE : 0;
    setTimeout(() => !signal.aborted && putWhole(), (1000 * left) / audio.playbackRate);
  } catch (error) {
    if (!signal.aborted) giveUp(error);
  }
}

function putWhole(): void {
  if (!whole) return;
  const { status } = listening.get()!;
  const from = wanted ?? Math.min(playhead.get(), whole.seconds);
  change({ narration: whole });
  load(whole, from);
  if (status === 'playing' || status === 'loading') sound();
  wanted = undefined;
  whole = undefined;
}

/** What was listened to is so no longer: where it was left is kept. */
function leave(): void {
  keepPlaceNow();
  end();
  audio.pause();
}

function end(): void {
  search.abort();
  search = new AbortController();
  retries.reset();
  whole = undefined;
  wanted = undefined;
}

/** Says that it cannot be played, and is as if nothing had been pressed (spec 4). */
function giveUp(error: unknown): void {
  logError(error, 'A narration could not be played');
  showToast({ kind: 'error', text: PLAYBACK_FAILED });
  close();
}

function onStatus(status: PlayerStatus): void {
  if (listening.get()?.narration) change({ status });
}

audio.addEventListener('playing', () => {
  retries.reset();
  onStatus('playing');
  announcePlaying();
});
audio.addEventListener('waiting', () => !audio.paused && onStatus('loading'));
audio.addEventListener('pause', () => {
  if (audio.ended || wanted !== undefined || !audio.currentSrc) return;
  onStatus('paused');
  keepPlaceNow();
});
function tick(): void {
  // Before it has gone to where it was to begin, it says that it is at its beginning.
  const isThere = audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !audio.seeking;
  if (isThere && wanted === undefined) playhead.set(audio.currentTime);
}

audio.addEventListener('timeupdate', () => {
  tick();
  // It says so four times a second only: sentences are marked when they begin.
  if (!audio.paused) setTimeout(tick, 125);
  if (!audio.paused) keepPlaceSometimes();
});
audio.addEventListener('ended', () => {
  const { article, narration } = listening.get()!;
  playhead.set(audio.currentTime);
  if (narration!.extent === 'begun') {
    onStatus('loading');
    putWhole();
    return;
  }
  onStatus('ended');
  if (narration!.extent === 'preview') {
    tellOfPremium();
    return;
  }
  forgetPlace(article);
  const next = !isLastArticle() && isAutoplayOn() && takeNext();
  if (next) play(next);
});
audio.addEventListener('error', () => {
  const { narration, status } = listening.get() ?? {};
  if (!narration || !audio.error) return;
  const from = playhead.get();
  const isSounding = status === 'playing' || status === 'loading';
  change({ status: 'loading' });
  const again = () => {
    load(narration, from);
    if (isSounding) sound();
    else change({ status: 'paused' });
  };
  if (!retries.next(again)) giveUp(audio.error);
});
whenOthersPlay(() => audio.pause());
