import { NARRATOR_SAMPLE_TEXT } from '#domain/narrator-sample.ts';
import { NARRATORS } from '#domain/narrators.ts';
import type { NarratorRecordings, NarratorsReport } from '#domain/studio/narrators.ts';
import { useStore } from '#ui/lib/store.ts';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatDuration } from './format-duration.ts';
import styles from './narrators.module.css';
import { playingStore, togglePlayback } from './playback.ts';

const words = copy.narrators;

/** Shows the four narrators side by side, with their samples and the number of articles that each has recorded. */
export function NarratorCards({ report }: { report: NarratorsReport }) {
  return (
    <section aria-labelledby="narrators">
      <h2 className={styles.heading} id="narrators">
        {words.narrators}
      </h2>
      <p className={styles.sampleText}>{`“${NARRATOR_SAMPLE_TEXT.join(' ')}”`}</p>
      <ul className={styles.cards}>
        {report.narrators.map((each) => (
          <NarratorCard key={each.narrator} recordings={each} articles={report.articles} />
        ))}
      </ul>
    </section>
  );
}

interface NarratorCardProps {
  recordings: NarratorRecordings;
  /** Number of articles that can be narrated. */
  articles: number;
}

function NarratorCard({
  recordings: { narrator, fingerprint, recorded, outdated, seconds },
  articles,
}: NarratorCardProps) {
  const { name } = NARRATORS[narrator];
  return (
    <li className={styles.card}>
      <h3 className={styles.name}>{name}</h3>
      <PlayButton
        playbackKey={narrator}
        source={`/audio/${narrator}.sample.mp3?voices=${encodeURIComponent(fingerprint)}`}
        subject={words.sampleOf(name)}
      >
        {words.sample}
      </PlayButton>
      <div className={styles.recorded}>
        <meter
          min={0}
          max={Math.max(1, articles)}
          value={Math.min(recorded, articles)}
          aria-hidden="true"
        />
        <p>{words.recordedOf(Math.min(recorded, articles), articles)}</p>
        <p className={styles.quiet}>
          {[
            recorded > 0 && words.lengthOf(formatDuration(seconds)),
            outdated > 0 && words.outdated(outdated),
          ]
            .filter(Boolean)
            .join(', ') || words.notRecorded}
        </p>
      </div>
    </li>
  );
}

interface PlayButtonProps {
  /** Identifies the sound. Sounds with different keys stop each other. */
  playbackKey: string;
  source: string;
  /** Name of the sound for screen readers, which follows the visible text. */
  subject: string;
  children: string;
}

function PlayButton({ playbackKey, source, subject, children }: PlayButtonProps) {
  const isPlaying = useStore(playingStore)?.key === playbackKey;
  return (
    <button
      className={`btn btn-line ${styles.play}`}
      type="button"
      data-is-playing={isPlaying || undefined}
      onClick={() => void togglePlayback(playbackKey, source)}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} />
      <span>{isPlaying ? words.stop : children}</span>
      <span className="vh">{subject}</span>
    </button>
  );
}
