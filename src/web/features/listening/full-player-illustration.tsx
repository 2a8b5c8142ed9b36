import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import styles from './full-player-illustration.module.css';

interface IllustrationProps {
  className?: string | undefined;
  narrator: NarratorId;
  isPlaying: boolean;
}

/** A picture of the full player. Its controls do nothing, and it is hidden from screen readers. */
export function FullPlayerIllustration({ className, narrator, isPlaying }: IllustrationProps) {
  return (
    <div
      className={`${styles.player} ${className ?? ''}`}
      data-is-playing={isPlaying || undefined}
      aria-hidden="true"
    >
      <svg className={styles.cover} viewBox="0 0 80 100" aria-hidden="true">
        {[44, 35, 26, 17, 8].map((radius) => (
          <circle key={radius} cx="40" cy="52" r={radius} />
        ))}
      </svg>
      <div className={styles.title}>
        <i />
        <i />
      </div>
      <div className={styles.progress}>
        <i />
      </div>
      <div className={styles.controls}>
        <Icon name="back" />
        <span className={styles.play}>
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </span>
        <Icon name="forward" />
      </div>
      <dl className={styles.choices}>
        {[
          [plansCopy.speed, '1×'],
          [plansCopy.narrator, NARRATORS_BY_ID[narrator].name],
          [plansCopy.sleepTimer, plansCopy.off],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd key={value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
