import { useEffect } from 'react';
import { Icon } from '#ui/icons.tsx';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { consumeIntent } from '#web/reader/intents.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import type { PlayableArticle } from './player-state.ts';
import {
  getAudioElement,
  PLAYBACK_FAILED_MESSAGE,
  playerStore,
  usePlaybackSession,
} from './player-store.ts';

/**
 * A button that plays and pauses an article's narration. If a visitor must sign in first, the narration starts once
 * they have signed in and returned to the page.
 */
export function ListenButton({ article }: { article: PlayableArticle }) {
  const session = usePlaybackSession();
  const status = session?.article.id === article.id ? session.status : undefined;
  const isPlaying = status === 'playing' || status === 'loading';

  useEffect(() => {
    if (readCurrentReader() && consumeIntent('listen')) toggleListening(article);
  }, [article]);

  return (
    <button
      className="icon-btn needs-js"
      type="button"
      aria-label={isPlaying ? 'Pause the narration' : 'Listen'}
      aria-busy={status === 'loading'}
      onClick={() => toggleListening(article)}
    >
      <Icon name={isPlaying ? 'pause' : 'listen'} />
    </button>
  );
}

/**
 * Plays articles in order, before the articles in the queue. Must be called in a click handler, because browsers refuse
 * playback otherwise.
 */
export async function listenToAll(
  articles: readonly PlayableArticle[] | Promise<readonly PlayableArticle[]>,
): Promise<void> {
  await withPlayer(({ playAllArticles }) => playAllArticles(articles));
}

/** Pauses the current narration, if there is one. */
export async function pauseListening(): Promise<void> {
  if (playerStore.get().session) await withPlayer(({ pausePlayback }) => pausePlayback());
}

/**
 * Plays an article's narration. If it is already in the player, pauses or resumes it. Must be called after a click or a
 * key press, because browsers refuse playback otherwise. Readers without Premium hear the preview. After the preview, a
 * dialog explains how to hear the rest.
 */
export async function toggleListening(article: PlayableArticle): Promise<void> {
  await withPlayer(({ toggleArticlePlayback }) => toggleArticlePlayback(article));
}

async function withPlayer(run: (player: typeof import('./player.ts')) => unknown): Promise<void> {
  getAudioElement();
  try {
    run(await awaitChunk(import('./player.ts')));
  } catch (error) {
    logAndReportError(error, 'The player could not be loaded');
    showToast({ kind: 'error', text: PLAYBACK_FAILED_MESSAGE });
  }
}
