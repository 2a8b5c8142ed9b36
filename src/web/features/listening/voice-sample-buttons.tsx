import { NARRATOR_SAMPLE_TEXT } from '#domain/narrator-sample.ts';
import { DEFAULT_NARRATOR, NARRATORS, type Narrator } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { useStore } from '#ui/lib/store.ts';
import { plansCopy } from '#web/copy/plans.ts';
import { PlayerDrawing } from './player-drawing.tsx';
import { playingSampleStore, toggleSample } from './single-playback.ts';
import styles from './voice-sample-buttons.module.css';

const ALL = Object.keys(NARRATORS) as Narrator[];

/** Buttons that play a sample of each narrator. While a sample plays, its text is highlighted. */
export function VoiceSampleButtons({ className }: { className?: string | undefined }) {
  const playing = useStore(playingSampleStore)?.narrator;
  return (
    <section
      className={`needs-js ${styles.samples} ${className ?? ''}`}
      aria-labelledby="voice-samples"
    >
      <div>
        <h2 id="voice-samples">{plansCopy.hear}</h2>
        <p>{plansCopy.hearText}</p>
        <blockquote className={styles.sample} data-is-playing={playing !== undefined || undefined}>
          <span>{NARRATOR_SAMPLE_TEXT.join(' ')}</span>
        </blockquote>
        <ul className={styles.voices}>
          {ALL.map((narrator) => (
            <li key={narrator}>
              <button
                className="btn btn-line"
                type="button"
                aria-pressed={playing === narrator}
                onClick={() => void toggleSample(narrator)}
              >
                <Icon name={playing === narrator ? 'pause' : 'play'} small />
                {NARRATORS[narrator].name}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <PlayerDrawing
        className={styles.player}
        narrator={playing ?? DEFAULT_NARRATOR}
        isPlaying={playing !== undefined}
      />
    </section>
  );
}
