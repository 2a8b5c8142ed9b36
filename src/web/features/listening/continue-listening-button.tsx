import { formatMinutesAndSeconds } from './format-duration.ts';
import type { PlayableArticle } from './player-state.ts';
import { usePlaybackSession } from './player-store.ts';
import { toggleListening } from './start-listening.tsx';

interface ContinueListeningButtonProps {
  article: PlayableArticle;
  /** The time at which the reader stopped listening, in seconds. */
  seconds: number;
}

/**
 * A button that resumes an article's narration where the reader stopped listening. While the narration plays, the
 * button pauses it.
 */
export function ContinueListeningButton({ article, seconds }: ContinueListeningButtonProps) {
  const session = usePlaybackSession();
  const status = session?.article.id === article.id ? session.status : undefined;
  const isPlaying = status === 'playing' || status === 'loading';
  const label = isPlaying ? 'Pause the narration' : 'Continue listening';
  // The button omits the time once the article is in the player, because the player shows the time.
  const time = status ? '' : ` at ${formatMinutesAndSeconds(seconds)}`;
  return (
    <button
      className="link reach needs-js"
      type="button"
      aria-label={`${label}${time}: ${article.title}`}
      aria-busy={status === 'loading'}
      onClick={() => toggleListening(article)}
    >
      {label + time}
    </button>
  );
}
