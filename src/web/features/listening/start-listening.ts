import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import type { PlayableArticle } from './player-state.ts';
import { audioElement, PLAYBACK_FAILED, playerState } from './player-store.ts';

/**
 * Plays an article's narration, or pauses or resumes the current one. Must be called during a press, because browsers
 * refuse playback otherwise. Readers without Premium hear the preview. At its end, a dialog explains how to hear the
 * rest.
 */
export async function toggleListening(article: PlayableArticle): Promise<void> {
  await withPlayer(({ toggle }) => toggle(article));
}

/** Plays articles in order, ahead of the queue. Must be called during a press. */
export async function listenToAll(
  articles: readonly PlayableArticle[] | Promise<readonly PlayableArticle[]>,
): Promise<void> {
  await withPlayer(({ playAll }) => playAll(articles));
}

/** Pauses the current narration, if there is one. */
export async function pauseListening(): Promise<void> {
  if (playerState.get().session) await withPlayer(({ pause }) => pause());
}

async function withPlayer(act: (player: typeof import('./player.ts')) => unknown): Promise<void> {
  audioElement();
  try {
    act(await loadChunk(import('./player.ts')));
  } catch (error) {
    logError(error, 'The player could not be loaded');
    showToast({ kind: 'error', text: PLAYBACK_FAILED });
  }
}
