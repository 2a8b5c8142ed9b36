import { useEffect } from 'react';
import { DEFAULT_NARRATOR, NARRATORS, type Narrator } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { SwitchRow } from '#ui/switch-row.tsx';
import { showToast } from '#ui/toast.tsx';
import { useStore } from '#web/lib/store.ts';
import { useReader } from '#web/reader/session.ts';
import { listening } from './listening.ts';
import { keepNarratorChoice } from './narrator-choice.ts';
import styles from './narrator-setting.module.css';
import { preferredNarrator } from './places.ts';
import { chosenNarrator, isAutoplayOn, keepAutoplay, usePreference } from './preferences.ts';
import { heardSample, stopSample, toggleSample } from './samples.ts';

const ALL = Object.keys(NARRATORS) as Narrator[];

/**
 * Who reads to the reader, with a sample of each voice. Like the theme it is known in the browser only, so the choices
 * are there from the start and come alive when it takes over.
 */
export function NarratorSetting() {
  const chosen = usePreference(() => chosenNarrator() ?? DEFAULT_NARRATOR);
  const reader = useReader()?.id;

  useEffect(() => {
    // What was chosen on another device is shown here, too.
    if (reader) preferredNarrator();
  }, [reader]);
  useEffect(() => stopSample, []);

  return (
    <>
      <fieldset className={`needs-js ${styles.voices}`} disabled={!chosen}>
        <legend className="vh">Audio Narrator</legend>
        {ALL.map((narrator) => (
          <div className={styles.voice} key={narrator}>
            <label>
              <input
                type="radio"
                name="narrator"
                value={narrator}
                checked={chosen === narrator}
                onChange={() => choose(narrator)}
              />
              <span>{NARRATORS[narrator].name}</span>
            </label>
            <SampleButton narrator={narrator} />
          </div>
        ))}
      </fieldset>
      <AutoplaySetting />
    </>
  );
}

function SampleButton({ narrator }: { narrator: Narrator }) {
  const isHeard = useStore(heardSample) === narrator;
  const { name } = NARRATORS[narrator];
  return (
    <button
      className={styles.sample}
      type="button"
      aria-label={isHeard ? `Stop the sample of ${name}` : `Hear a sample of ${name}`}
      onClick={() => toggleSample(narrator)}
    >
      <Icon name={isHeard ? 'pause' : 'play'} />
    </button>
  );
}

function AutoplaySetting() {
  const isOn = usePreference(isAutoplayOn);
  return (
    <div className="needs-js">
      <SwitchRow name="Play what is next" isOn={isOn} onChange={keepAutoplay}>
        When a narration ends, the next one in your queue begins.
      </SwitchRow>
    </div>
  );
}

/** What is listened to at the moment goes on in the new voice. */
async function choose(narrator: Narrator): Promise<void> {
  keepNarratorChoice(narrator);
  if (!listening.get()) return;
  try {
    (await loadChunk(import('./succession.ts'))).readOnBy(narrator);
  } catch (error) {
    logError(error, 'Another narrator could not be loaded');
    showToast({
      kind: 'error',
      text: 'This narration keeps its voice. The next one is read by the narrator you chose.',
    });
  }
}
