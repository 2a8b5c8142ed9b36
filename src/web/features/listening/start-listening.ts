import { loadChunk } from '#web/lib/chunks.ts';
import { logError } from '#web/lib/error-reports.ts';
import { currentReader } from '#web/reader/session.ts';
import { showToast } from '#web/ui/toast.tsx';
import { askToListen } from './ask-to-listen.ts';
import { type HeardArticle, listening, PLAYBACK_FAILED, sounding } from './listening.ts';

/**
 * Plays an article, or pauses or resumes it where it is the one that is listened to. To be called within a press. Who is
 * signed out is asked to sign in, and may hear how it begins.
 */
export async function toggleListening(article: HeardArticle): Promise<void> {
  if (!currentReader() && listening.get()?.article.id !== article.id) {
    askToListen(article, () => withPlayer(({ play }) => play(article)));
    return;
  }
  await withPlayer(({ toggle }) => toggle(article));
}

/** Plays articles one after the other, before those that wait already. To be called within a press. */
export async function listenToAll(
  articles: readonly HeardArticle[] | Promise<readonly HeardArticle[]>,
): Promise<void> {
  await withPlayer(({ playAll }) => playAll(articles));
}

async function withPlayer(act: (player: typeof import('./player.ts')) => unknown): Promise<void> {
  // Within the press itself: what Safari has seen loaded by a press may play later on.
  if (!sounding.audio) {
    sounding.audio = new Audio();
    sounding.audio.load();
  }
  try {
    act(await loadChunk(import('./player.ts')));
  } catch (error) {
    logError(error, 'The player could not be loaded');
    showToast({ kind: 'error', text: PLAYBACK_FAILED });
  }
}
