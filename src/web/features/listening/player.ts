import { DEFAULT_NARRATOR, NARRATORS, type Narrator } from '#domain/narrators.ts';
import { logError } from '#web/lib/error-reports.ts';
import { tellOfPremium } from '#web/reader/prompt.ts';
import { currentReader, watchSession } from '#web/reader/session.ts';
import { showToast } from '#web/ui/toast.tsx';
import {
  begin,
  betweenSentences,
  course,
  giveUp,
  putAway,
  putWhole,
  recover,
  stopSearching,
} from './course.ts';
import { audio, change, setSpeed, sound } from './deck.ts';
import { noteHeard } from './heard-share.ts';
import {
  type HeardArticle,
  listening,
  type Narration,
  type PlayerStatus,
  playhead,
} from './listening.ts';
import { findNarration, untilWhole } from './narration.ts';
import { announcePlaying, whenOthersPlay } from './other-tabs.ts';
import { currentPlace, keepPlaceNow, keepPlaceSometimes } from './place-keeping.ts';
import { forgetPlace, placeOf, preferNarrator, preferredNarrator, secondsOf } from './places.ts';
import { chosenSpeed, isAutoplayOn, keepSpeed, speedAfter } from './preferences.ts';
import { listenFirst, takeNext } from './queue.ts';
import { isLastArticle } from './sleep-timer.ts';
import { followTier } from './tier-change.ts';

/** Seconds that a press skips (spec 9). */
export const SKIP = 10;

/** Plays an article; or pauses or resumes, where it is the one that is listened to. */
export function toggle(article: HeardArticle): void {
  const now = listening.get();
  if (now?.article.id !== article.id) play(article);
  else if (isSounding(now.status)) pause();
  else resume();
}

/** Plays an article from where the reader left it. */
export async function play(article: HeardArticle): Promise<void> {
  leave();
  const { signal } = course.search;
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
      placeOf(article.id),
    ]);
    if (!signal.aborted) begin(narration, secondsOf(place, narration));
  } catch (error) {
    if (!signal.aborted) giveUp(error);
  }
}

/** Plays articles one after the other, before those that wait already. */
export function playAll([first, ...rest]: readonly HeardArticle[]): void {
  if (!first) return;
  listenFirst(rest);
  play(first);
}

export function pause(): void {
  if (!listening.get()?.narration) {
    close();
    return;
  }
  course.wanted = undefined;
  course.retries.reset();
  if (audio.paused) change({ status: 'paused' });
  else audio.pause();
}

export function resume(): void {
  const now = listening.get();
  if (!now?.narration) return;
  if (now.status === 'ended') seek(0);
  // What has failed is loaded anew.
  if (audio.error) recover();
  sound();
}

/** Goes to a second of the narration, and waits for it where it is still being made. */
export function seek(to: number): void {
  const { narration, status } = listening.get() ?? {};
  if (!narration) return;
  const target = Math.min(Math.max(0, to), narration.seconds);
  playhead.set(target);
  if (target > narration.available && narration.extent === 'begun') {
    course.wanted = target;
    audio.pause();
    change({ status: 'loading' });
    return;
  }
  course.wanted = undefined;
  audio.currentTime = Math.min(target, narration.available);
  if (status === 'ended') change({ status: 'paused' });
  keepPlaceNow();
}

export function skip(seconds: number): void {
  seek(playhead.get() + seconds);
}

/** Plays from a second on. */
export function playFrom(seconds: number): void {
  seek(seconds);
  if (course.wanted === undefined) sound();
}

export function changeSpeed(): void {
  const now = listening.get();
  if (!now) return;
  const speed = speedAfter(now.speed);
  keepSpeed(speed);
  setSpeed(speed);
  change({ speed });
}

/**
 * Has what is listened to read by somebody else, from the same sentence on. Where they have not read so far yet, the
 * one who reads goes on until they have.
 */
export async function changeNarrator(narrator: Narrator): Promise<void> {
  preferNarrator(narrator).catch((error: unknown) =>
    logError(error, 'The narrator could not be kept'),
  );
  const now = listening.get();
  course.succession.abort();
  change({ successor: undefined });
  if (!now?.narration || now.narrator === narrator) return;
  course.succession = new AbortController();
  const { signal } = course.succession;
  change({ successor: narrator });
  try {
    let narration = await findNarration(now.article, narrator);
    if (signal.aborted) return;
    const isAhead = secondsOf(currentPlace(), narration) > narration.available;
    if (narration.extent === 'begun' && isAhead)
      narration = await untilWhole(now.article, narrator, signal);
    if (!signal.aborted) betweenSentences(signal, () => succeed(narrator, narration));
  } catch (error) {
    if (signal.aborted) return;
    logError(error, 'Another narrator could not be had');
    change({ successor: undefined });
    showToast({ kind: 'error', text: `${NARRATORS[narrator].name} cannot read this just now.` });
  }
}

/** Stops, and puts the player away. */
export function close(): void {
  leave();
  putAway();
}

function succeed(narrator: Narrator, narration: Narration): void {
  const { status } = listening.get()!;
  const place = currentPlace();
  stopSearching();
  change({ narrator });
  begin(narration, secondsOf(place, narration), isSounding(status));
}

/** What was listened to is so no longer: where it was left is kept. */
function leave(): void {
  keepPlaceNow();
  stopSearching();
  audio.pause();
}

function isSounding(status: PlayerStatus): boolean {
  return status === 'playing' || status === 'loading';
}

function onStatus(status: PlayerStatus): void {
  if (listening.get()?.narration) change({ status });
}

function tick(): void {
  // Before it has gone to where it was to begin, it says that it is at its beginning.
  const isThere = audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !audio.seeking;
  if (isThere && course.wanted === undefined) playhead.set(audio.currentTime);
}

function onEnd(): void {
  const { article, narration } = listening.get()!;
  playhead.set(audio.currentTime);
  noteHeard();
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
}

audio.addEventListener('playing', () => {
  course.retries.reset();
  onStatus('playing');
  announcePlaying();
});
audio.addEventListener('waiting', () => !audio.paused && onStatus('loading'));
audio.addEventListener('pause', () => {
  if (audio.ended || audio.error || course.wanted !== undefined || !audio.currentSrc) return;
  onStatus('paused');
  keepPlaceNow();
});
audio.addEventListener('timeupdate', () => {
  tick();
  if (audio.paused) return;
  // It says so four times a second only: sentences are marked when they begin.
  setTimeout(tick, 125);
  noteHeard();
  keepPlaceSometimes();
});
audio.addEventListener('ended', onEnd);
audio.addEventListener('error', recover);
whenOthersPlay(() => audio.pause());
// Who signs out leaves no narration behind that goes on for somebody else.
watchSession(() => {
  if (!currentReader() && listening.get()?.narration?.extent !== 'preview') putAway();
  else followTier();
});
