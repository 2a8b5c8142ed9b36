import type { ListeningPosition } from '#domain/listening.ts';
import type { Narrator } from '#domain/narrators.ts';
import { showToast } from '#ui/toast.tsx';
import { saveNarratorChoice } from './listening-state.ts';
import { connectPlayer } from './player-effects.ts';
import { isPlayIntended, type PlayableArticle, type SleepTimer } from './player-state.ts';
import { audioElement, playerState } from './player-store.ts';
import { nextSpeed, storedSpeed, storeSpeed } from './preferences.ts';
import { enqueueFirst, removeFromQueue } from './queue.ts';
import { silenceOthers } from './single-playback.ts';

/**
 * This tab's player, connected to its audio element. This module is loaded after the press that created the audio
 * element.
 */
const { dispatch, playNextInQueue } = connectPlayer(audioElement());

/** Plays an article's narration. Pauses or resumes it if it is the current one. */
export function toggle(article: PlayableArticle): void {
  const { session } = playerState.get();
  if (session?.article.id !== article.id) play(article);
  else if (isPlayIntended(session.status)) pause();
  else resume();
}

/** Plays an article's narration from the reader's listening position, and removes the article from the queue. */
export function play(article: PlayableArticle): void {
  silenceOthers();
  removeFromQueue(article.id);
  dispatch({ type: 'play', article, speed: storedSpeed(), isQueued: false });
}

/**
 * Plays articles in order, ahead of the queue. Does nothing if the listener plays or pauses another narration while the
 * list loads.
 */
export async function playAll(
  articles: readonly PlayableArticle[] | Promise<readonly PlayableArticle[]>,
): Promise<void> {
  silenceOthers();
  dispatch({ type: 'listRequested' });
  const { decisions } = playerState.get();
  const list = await articles;
  if (playerState.get().decisions !== decisions) return;
  enqueueFirst(list);
  if (!playNextInQueue())
    showToast({ kind: 'info', text: 'There is no narration of these articles.' });
}

/** Plays the next article of the queue. Does nothing if the queue is empty. */
export function playNext(): void {
  if (playNextInQueue()) silenceOthers();
}

export function pause(): void {
  dispatch({ type: 'pause' });
}

export function resume(): void {
  if (!playerState.get().session) return;
  silenceOthers();
  dispatch({ type: 'resume' });
}

/** Moves the playhead to a time in seconds. If that part is still being recorded, waits for it. */
export function seek(seconds: number): void {
  dispatch({ type: 'seek', seconds });
}

/** Moves the playhead by a number of seconds, backward if negative. */
export function skip(seconds: number): void {
  seek(playerState.get().playhead + seconds);
}

/** Moves the playhead to a time in seconds, and plays from there. */
export function playFrom(seconds: number): void {
  seek(seconds);
  resume();
}

/** Plays from a sentence as soon as the sentence is recorded. */
export function playWhenRecorded(position: Pick<ListeningPosition, 'anchor' | 'start'>): void {
  silenceOthers();
  dispatch({ type: 'playWhenRecorded', position });
}

/** Changes to the next playback rate, and stores it in this browser. */
export function changeSpeed(): void {
  const { session } = playerState.get();
  if (!session) return;
  const speed = nextSpeed(session.speed);
  storeSpeed(speed);
  dispatch({ type: 'setSpeed', speed });
}

/** Saves the reader's choice of narrator, and switches the current narration to that narrator. */
export function changeNarrator(narrator: Narrator): void {
  saveNarratorChoice(narrator);
  switchNarrator(narrator);
}

/**
 * Switches the current narration to another narrator, as soon as that narrator's recording contains the current
 * sentence.
 */
export function switchNarrator(narrator: Narrator): void {
  dispatch({ type: 'chooseNarrator', narrator });
}

/** Starts or replaces the sleep timer; `undefined` removes it. */
export function setSleepTimer(timer: SleepTimer | undefined): void {
  dispatch({ type: 'setSleepTimer', timer });
}

/** Scrolls the page to the sentence that is being read. */
export function showSentence(): void {
  dispatch({ type: 'follow' });
}

/** Stops playback and closes the player. */
export function close(): void {
  dispatch({ type: 'close' });
}
