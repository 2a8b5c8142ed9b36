import type { ListeningPosition } from '#domain/listening.ts';
import { showToast } from '#ui/toast.tsx';
import { tellOfPremium } from '#web/reader/prompt.ts';
import { currentReader, watchSession } from '#web/reader/session.ts';
import { askToListen } from './ask-to-listen.ts';
import { course, putAway, putWhole } from './course.ts';
import { audio, change, isSounding, setSpeed, sound } from './deck.ts';
import { noteHeard } from './heard-share.ts';
import { notePlaceChosen } from './leaps.ts';
import {
  type HeardArticle,
  listening,
  type PlayerStatus,
  playhead,
  sounding,
} from './listening.ts';
import { announcePlaying, whenOthersPlay } from './other-tabs.ts';
import { keepPlaceNow, keepPlaceSometimes, leaveNoPlace } from './place-keeping.ts';
import { isAutoplayOn, keepSpeed, speedAfter } from './preferences.ts';
import { find, leave, start, startNext } from './programme.ts';
import { listenFirst, removeFromQueue } from './queue.ts';
import { fitTimes, recover } from './recovery.ts';
import { stopSample } from './samples.ts';
import { isAsleepAtEnd, moveSleepTimer, sleepAtEndOfPart, whenAsleep } from './sleep-timer.ts';
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

/** Plays an article from where the reader left it: it is not to be heard once more when its turn comes. */
export function play(article: HeardArticle): void {
  silenceOthers();
  removeFromQueue(article.id);
  start(article);
}

/** How often anybody has pressed for something to sound, or to be silent. */
let presses = 0;

/** Plays articles one after the other, before those that wait already; unless somebody has pressed something else meanwhile. */
export async function playAll(
  articles: readonly HeardArticle[] | Promise<readonly HeardArticle[]>,
): Promise<void> {
  silenceOthers();
  const press = presses;
  const all = await articles;
  if (press !== presses) return;
  listenFirst(all);
  if (!startNext()) showToast({ kind: 'info', text: 'There is no narration of these articles.' });
}

/** Goes to what is to be heard next; nowhere, where nothing waits. */
export function playNext(): void {
  if (startNext()) silenceOthers();
}

/** Also what has not been found yet, or not been made: then it does not sound once it is there. */
export function pause(): void {
  presses++;
  const { status } = listening.get() ?? {};
  if (!status || !isSounding(status)) return;
  course.retries.reset();
  change({ status: 'paused' });
  audio.pause();
  keepPlaceNow();
}

export function resume(): void {
  const now = listening.get();
  if (!now) return;
  silenceOthers();
  if (now.status === 'ended') seek(0);
  // What is not there yet sounds once it is.
  if (!now.narration || course.wanted) change({ status: 'loading' });
  else if (!audio.error) sound();
  else {
    // What has failed is loaded anew.
    change({ status: 'loading' });
    recover();
  }
}

/** Goes to a second of the narration, and waits for it where it is still being made. */
export function seek(to: number): void {
  const { narration, status } = listening.get() ?? {};
  if (!narration || !status) return;
  const target = Math.min(Math.max(0, to), narration.seconds);
  // Whoever goes no further than a skip wants to hear something again, or not at all, wherever on the page they are.
  if (Math.abs(target - playhead.get()) > SKIP) notePlaceChosen();
  if (target > narration.available && narration.extent === 'begun') {
    waitFor(target);
    return;
  }
  const hasWaited = course.wanted !== undefined;
  course.wanted = undefined;
  playhead.set(target);
  audio.currentTime = Math.min(target, narration.available);
  if (status === 'ended') change({ status: 'paused' });
  else if (hasWaited && isSounding(status)) sound();
  moveSleepTimer();
  keepPlaceNow();
}

export function skip(seconds: number): void {
  seek(playhead.get() + seconds);
}

/** Plays from a second on. */
export function playFrom(seconds: number): void {
  seek(seconds);
  resume();
}

/** Plays from a place of which nobody knows yet when it will be heard, as soon as that has been made. */
export function playOnceMade(place: Pick<ListeningPosition, 'anchor' | 'start'>): void {
  const { narration } = listening.get() ?? {};
  if (narration?.extent !== 'begun') return;
  waitFor(narration.available, place);
  resume();
}

export function changeSpeed(): void {
  const now = listening.get();
  if (!now) return;
  const speed = speedAfter(now.speed);
  keepSpeed(speed);
  setSpeed(speed);
  change({ speed });
}

/** Stops, and puts the player away. */
export function close(): void {
  presses++;
  leave();
  putAway();
}

/** Somebody has pressed for this tab to sound: whatever else does makes way. */
function silenceOthers(): void {
  presses++;
  stopSample();
  announcePlaying();
}

/** Goes where nothing has been made yet, and is silent until it has been. */
function waitFor(seconds: number, place?: Pick<ListeningPosition, 'anchor' | 'start'>): void {
  course.wanted = { seconds, place: place && { ...place, seconds } };
  playhead.set(seconds);
  audio.pause();
  const { status } = listening.get()!;
  change({ status: isSounding(status) ? 'loading' : 'paused' });
}

function onStatus(status: PlayerStatus): void {
  if (listening.get()?.narration) change({ status });
}

function tick(): void {
  // Before it has gone to where it was to begin, it says that it is at its beginning.
  const isThere = audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !audio.seeking;
  // What ended may be its beginning only, loaded anew: that is at its start, and its listener at its end.
  const isOver = listening.get()?.status === 'ended';
  if (!isThere || isOver || course.wanted) return;
  playhead.set(audio.currentTime);
  if (!audio.paused) sleepAtEndOfPart();
}

function onEnd(): void {
  // A seek after the end, but before this event was handled.
  if (!audio.ended) return;
  const { article, narration } = listening.get()!;
  playhead.set(audio.currentTime);
  noteHeard();
  if (narration!.extent === 'begun') {
    waitFor(audio.currentTime);
    putWhole();
    return;
  }
  onStatus('ended');
  if (narration!.extent === 'preview') {
    if (currentReader()) tellOfPremium();
    else askToListen(article);
    return;
  }
  leaveNoPlace();
  if (!isAsleepAtEnd() && isAutoplayOn()) startNext();
}

audio.addEventListener('playing', () => {
  course.retries.reset();
  onStatus('playing');
});
audio.addEventListener('waiting', () => !audio.paused && onStatus('loading'));
audio.addEventListener('pause', () => {
  if (audio.ended || audio.error || course.wanted || !audio.currentSrc) return;
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
audio.addEventListener('loadedmetadata', fitTimes);
// A browser that kept the page while its reader was elsewhere has silenced it, and not each says so.
addEventListener('pageshow', ({ persisted }) => {
  const { narration, narrator, status } = listening.get() ?? {};
  // Leaving the page has aborted the request for the narration.
  if (persisted && narrator && !narration) find(narrator);
  const isSilenced = persisted && narration && audio.paused && !course.wanted;
  if (isSilenced && isSounding(status!)) change({ status: 'paused' });
});
sounding.pause = pause;
whenOthersPlay(pause);
whenAsleep(pause);
watchSession(() => {
  if (!currentReader() && listening.get()?.narration?.extent !== 'preview') endWithSession();
  else followTier();
});

/** Who signs out leaves no narration behind that goes on for somebody else. What they have pressed, they are answered. */
function endWithSession(): void {
  const { article, narration, status } = listening.get() ?? {};
  putAway();
  if (!article) return;
  if (!narration) askToListen(article);
  else if (isSounding(status!))
    showToast({ kind: 'info', text: 'You are signed out, so the narration has stopped.' });
}
