import { useEffect } from 'react';
import { Icon } from '#ui/icons.tsx';
import { consumeIntent } from '#web/reader/intents.ts';
import { currentReader } from '#web/reader/session.ts';
import type { PlayableArticle } from './player-state.ts';
import { usePlaybackSession } from './player-store.ts';
import { toggleListening } from './start-listening.ts';

/**
 * A button that plays and pauses an article's narration. If it asked the reader to sign in, the narration plays when
 * they return.
 */
export function ListenButton({ article }: { article: PlayableArticle }) {
  const session = usePlaybackSession();
  const status = session?.article.id === article.id ? session.status : undefined;
  const isPlaying = status === 'playing' || status === 'loading';

  useEffect(() => {
    if (currentReader() && consumeIntent('listen')) toggleListening(article);
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
