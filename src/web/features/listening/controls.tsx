import { Icon } from '#ui/icons.tsx';
import styles from './controls.module.css';
import { skipBy, toggleArticlePlayback } from './player.ts';
import { isPlayingOrLoading, type PlaybackSession } from './player-state.ts';

interface PlayButtonProps {
  session: PlaybackSession;
  isLarge?: boolean;
}

/** A button that plays and pauses the current narration. */
export function PlayButton({ session: { status, article }, isLarge = false }: PlayButtonProps) {
  const isPlaying = isPlayingOrLoading(status);
  return (
    <button
      className={isLarge ? `${styles.play} ${styles.large}` : styles.play}
      type="button"
      aria-label={isPlaying ? 'Pause' : status === 'ended' ? 'Play again' : 'Play'}
      aria-busy={status === 'loading'}
      onClick={() => toggleArticlePlayback(article)}
    >
      {status === 'loading' && <i className={styles.ring} aria-hidden="true" />}
      <Icon name={isPlaying ? 'pause' : status === 'ended' ? 'retry' : 'play'} />
    </button>
  );
}

/** A button that moves the playhead by a number of seconds. A negative number moves it backward. */
export function SkipButton({ by }: { by: number }) {
  return (
    <button
      className={`icon-btn ${styles.skip}`}
      type="button"
      aria-label={by < 0 ? `Back ${-by} seconds` : `Forward ${by} seconds`}
      onClick={() => skipBy(by)}
    >
      <Icon name={by < 0 ? 'back' : 'forward'} />
      <span aria-hidden="true">{Math.abs(by)}</span>
    </button>
  );
}
