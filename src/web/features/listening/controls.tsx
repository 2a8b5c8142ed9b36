import { Icon } from '#ui/icons.tsx';
import styles from './controls.module.css';
import type { Listening } from './listening.ts';
import { skip, toggle } from './player.ts';

/** Plays and pauses what is listened to. */
export function PlayButton({
  listening,
  isLarge = false,
}: {
  listening: Listening;
  isLarge?: boolean;
}) {
  const { status, article } = listening;
  const isSounding = status === 'playing' || status === 'loading';
  return (
    <button
      className={isLarge ? `${styles.play} ${styles.large}` : styles.play}
      type="button"
      aria-label={isSounding ? 'Pause' : status === 'ended' ? 'Play again' : 'Play'}
      aria-busy={status === 'loading'}
      onClick={() => toggle(article)}
    >
      {status === 'loading' && <i className={styles.ring} aria-hidden="true" />}
      <Icon name={isSounding ? 'pause' : status === 'ended' ? 'retry' : 'play'} />
    </button>
  );
}

export function SkipButton({ by }: { by: number }) {
  return (
    <button
      className={`icon-btn ${styles.skip}`}
      type="button"
      aria-label={by < 0 ? `Back ${-by} seconds` : `Forward ${by} seconds`}
      onClick={() => skip(by)}
    >
      <Icon name={by < 0 ? 'back' : 'forward'} />
      <span aria-hidden="true">{Math.abs(by)}</span>
    </button>
  );
}
