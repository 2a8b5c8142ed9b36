import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { type HeardArticle, PLAYBACK_FAILED, sounding } from './listening.ts';

/**
 * Plays an article, or pauses or resumes the current one. Call it within a press: browsers play nothing otherwise. Readers
 * without Premium hear the preview first; what they can do about the rest is said at its end.
 */
export async function toggleListening(article: HeardArticle): Promise<void> {
  await withPlayer(({ toggle }) => toggle(article));
}

/** Plays articles one after the other, before those that wait already. To be called within a press. */
export async function listenToAll(
  articles: readonly HeardArticle[] | Promise<readonly HeardArticle[]>,
): Promise<void> {
  await withPlayer(({ playAll }) => playAll(articles));
}

/** Lets the player play later on: Safari allows it to an element that was loaded within a press. */
export function prepareAudio(): void {
  if (sounding.audio) return;
  sounding.audio = new Audio();
  sounding.audio.load();
}

async function withPlayer(act: (player: typeof import('./player.ts')) => unknown): Promise<void> {
  prepareAudio();
  try {
    act(await loadChunk(import('./player.ts')));
  } catch (error) {
    logError(error, 'The player could not be loaded');
    showToast({ kind: 'error', text: PLAYBACK_FAILED });
  }
}
