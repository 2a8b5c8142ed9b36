import { NARRATOR_SAMPLE_SENTENCES } from '#domain/narrator-sample.ts';
import { DEFAULT_NARRATOR_ID, NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { useStore } from '#ui/lib/store.ts';
import { plansCopy } from '#web/copy/plans.ts';
import { FullPlayerIllustration } from './full-player-illustration.tsx';
import { playingVoiceSampleStore, toggleVoiceSample } from './single-playback.ts';
import styles from './voice-sample-buttons.module.css';

const NARRATOR_IDS = Object.keys(NARRATORS_BY_ID) as NarratorId[];

/** Buttons that play each narrator's voice sample. While a sample plays, its text is highlighted. */
export function VoiceSampleButtons({ className }: { className?: string | undefined }) {
  const playingNarrator = useStore(playingVoiceSampleStore)?.narrator;
  return (
    <section
      className={`needs-js ${styles.samples} ${className ?? ''}`}
      aria-labelledby="voice-samples"
    >
      <div>
        <h2 id="voice-samples">{plansCopy.hear}</h2>
        <p>{plansCopy.hearText}</p>
        <blockquote
          className={styles.sample}
          data-is-playing={playingNarrator !== undefined || undefined}
        >
          <span>{NARRATOR_SAMPLE_SENTENCES.join(' ')}</span>
        </blockquote>
        <ul className={styles.voices}>
          {NARRATOR_IDS.map((narrator) => (
            <li key={narrator}>
              <button
                className="btn btn-line"
                type="button"
                aria-pressed={playingNarrator === narrator}
                onClick={() => void toggleVoiceSample(narrator)}
              >
                <Icon name={playingNarrator === narrator ? 'pause' : 'play'} small />
                {NARRATORS_BY_ID[narrator].name}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <FullPlayerIllustration
        className={styles.player}
        narrator={playingNarrator ?? DEFAULT_NARRATOR_ID}
        isPlaying={playingNarrator !== undefined}
      />
    </section>
  );
}
