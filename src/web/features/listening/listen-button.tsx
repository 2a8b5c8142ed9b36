import { useEffect } from 'react';
import { Icon } from '#ui/icons.tsx';
import { takeIntent } from '#web/reader/intents.ts';
import { currentReader } from '#web/reader/session.ts';
import { type HeardArticle, useListening } from './listening.ts';
import { toggleListening } from './start-listening.ts';

/** Plays an article, and pauses it; whoever was sent to sign in for that hears it once they are back. */
export function ListenButton({ article }: { article: HeardArticle }) {
  const now = useListening();
  const isThis = now?.article.id === article.id;
  const isSounding = isThis && (now.status === 'playing' || now.status === 'loading');

  useEffect(() => {
    if (currentReader() && takeIntent('listen')) toggleListening(article);
  }, [article]);

  return (
    <button
      className="icon-btn needs-js"
      type="button"
      aria-label={isSounding ? 'Pause the narration' : 'Listen'}
      aria-busy={isThis && now.status === 'loading'}
      onClick={() => toggleListening(article)}
    >
      <Icon name={isSounding ? 'pause' : 'listen'} />
    </button>
  );
}
