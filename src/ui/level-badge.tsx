import { LEVEL_LABELS, LEVELS, type Level } from '#domain/level.ts';
import styles from './level-badge.module.css';

/** Shows an article's level as rising bars in green, amber or orange, and the name of the level. */
export function LevelBadge({ level }: { level: Level }) {
  const bars = LEVELS.indexOf(level) + 1;
  return (
    <span className={`${styles.level} ${styles[level] ?? ''}`}>
      <svg viewBox="0 0 11 12" aria-hidden="true">
        {LEVELS.map((_, bar) => (
          <rect
            key={LEVELS[bar]}
            x={bar * 4}
            y={8 - bar * 4}
            width="3"
            height={4 + bar * 4}
            rx=".5"
            className={bar < bars ? styles.on : undefined}
          />
        ))}
      </svg>
      {LEVEL_LABELS[level]}
    </span>
  );
}
