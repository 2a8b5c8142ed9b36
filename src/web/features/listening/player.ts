import type { ListeningPosition } from '#domain/listening.ts';
import type { NarratorId } from '#domain/narrators.ts';
import { showToast } from '#ui/toast.tsx';
import { savePreferredNarratorOrShowToast } from './listening-state.ts';
import { connectPlayer } from './player-effects.ts';
import { isPlayingOrLoading, type PlayableArticle, type SleepTimer } from './player-state.ts';
import { getAudioElement, playerStore } from './player-store.ts';
import { getNextSpeed, readStoredSpeed, storeSpeed } from './preferences.ts';
import { enqueueFirst, removeFromQueue } from './queue.ts';
import { stopOtherPlayback } from './single-playback.ts';

/**
 * This tab's player, connected to its audio element. The click handler that loads this module has already created the
 * element.
 */
const { dispatch, playNextInQueue } = connectPlayer(getAudioElement());

/** Plays an article's narration. If it is already in the player, pauses or resumes it. */
export function toggleArticlePlayback(article: PlayableArticle): void {
  const { session } = playerStore.get();
  if (session?.article.id !== article.id) playArticle(article);
  else if (isPlayingOrLoading(session.status)) pausePlayback();
  else resumePlayback();
}

/** Plays an article's narration from the reader's listening position, and removes the article from the queue. */
export function playArticle(article: PlayableArticle): void {
  stopOtherPlayback();
  removeFromQueue(article.id);
  dispatch({ type: 'play', article, speed: readStoredSpeed(), isFromQueue: false });
}

/**
 * Plays articles in order, before the articles in the queue. If the listener plays or pauses something else while the
 * list of articles is being loaded, does nothing.
 */
export async function playAllArticles(
  articles: readonly PlayableArticle[] | Promise<readonly PlayableArticle[]>,
): Promise<void> {
  stopOtherPlayback();
  dispatch({ type: 'listRequested' });
  const { playbackDecisionCount } = playerStore.get();
  const list = await articles;
  if (playerStore.get().playbackDecisionCount !== playbackDecisionCount) return;
  enqueueFirst(list);
  if (!playNextInQueue())
    showToast({ kind: 'info', text: 'There is no narration of these articles.' });
}

/** Plays the next article in the queue. Does nothing if the queue is empty. */
export function playNextQueued(): void {
  if (playNextInQueue()) stopOtherPlayback();
}

export function pausePlayback(): void {
  dispatch({ type: 'pause' });
}

export function resumePlayback(): void {
  if (!playerStore.get().session) return;
  stopOtherPlayback();
  dispatch({ type: 'resume' });
}

/**
 * Moves the playhead to a time in seconds. If the server is still recording that part of the narration, waits for it.
 */
export function seekTo(seconds: number): void {
  dispatch({ type: 'seek', seconds });
}

/** Moves the playhead by a number of seconds. A negative number moves it backward. */
export function skipBy(seconds: number): void {
  seekTo(playerStore.get().playhead + seconds);
}

/** Moves the playhead to a time in seconds, and plays from there. */
export function playFromTime(seconds: number): void {
  seekTo(seconds);
  resumePlayback();
}

/** Plays from a sentence as soon as the sentence is recorded. */
export function playSentenceWhenRecorded(
  position: Pick<ListeningPosition, 'anchor' | 'start'>,
): void {
  stopOtherPlayback();
  dispatch({ type: 'playWhenRecorded', position });
}

/** Switches to the next playback speed, and stores it in this browser. */
export function changeToNextSpeed(): void {
  const { session } = playerStore.get();
  if (!session) return;
  const speed = getNextSpeed(session.speed);
  storeSpeed(speed);
  dispatch({ type: 'setSpeed', speed });
}

/** Saves the reader's choice of narrator, and switches the current narration to that narrator. */
export function saveAndSwitchNarrator(narrator: NarratorId): void {
  savePreferredNarratorOrShowToast(narrator);
  switchNarrator(narrator);
}

/**
 * Switches the current narration to another narrator, as soon as that narrator's recording contains the sentence that
 * is being read.
 */
export function switchNarrator(narrator: NarratorId): void {
  dispatch({ type: 'chooseNarrator', narrator });
}

/** Starts or replaces the sleep timer. If `timer` is `undefined`, removes it. */
export function setSleepTimer(timer: SleepTimer | undefined): void {
  dispatch({ type: 'setSleepTimer', timer });
}

/** Scrolls the page to the sentence that is being read. */
export function scrollToCurrentSentence(): void {
  dispatch({ type: 'follow' });
}

/** Stops playback and closes the player. */
export function closePlayer(): void {
  dispatch({ type: 'close' });
}
