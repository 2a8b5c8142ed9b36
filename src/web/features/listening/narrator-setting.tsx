import { useEffect } from 'react';
import { DEFAULT_NARRATOR_ID, NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { useStore } from '#ui/lib/store.ts';
import { SwitchRow } from '#ui/switch-row.tsx';
import { showToast } from '#ui/toast.tsx';
import { NARRATOR_NOTE } from '#web/copy/narrators.ts';
import { useReader } from '#web/reader/session.ts';
import { fetchPreferredNarrator, savePreferredNarratorOrShowToast } from './listening-state.ts';
import styles from './narrator-setting.module.css';
import { playerStore } from './player-store.ts';
import {
  isAutoplayOn,
  readStoredNarrator,
  storeAutoplay,
  useListeningPreference,
} from './preferences.ts';
import { playingVoiceSampleStore, stopVoiceSample, toggleVoiceSample } from './single-playback.ts';

const NARRATOR_IDS = Object.keys(NARRATORS_BY_ID) as NarratorId[];

/**
 * The setting for the narrator, with a button that plays a sample of each voice. The choice is read from this browser's
 * storage, so the server renders no selection. The radio buttons are disabled until hydration.
 */
export function NarratorSetting() {
  const chosen = useListeningPreference(() => readStoredNarrator() ?? DEFAULT_NARRATOR_ID);
  const reader = useReader()?.id;

  useEffect(() => {
    // Copies the narrator stored on the server to this browser's storage, because the reader may have chosen it on
    // another device. The returned value is not needed.
    if (reader) fetchPreferredNarrator();
  }, [reader]);
  useEffect(() => stopVoiceSample, []);

  return (
    <>
      <fieldset className={`needs-js ${styles.voices}`} disabled={!chosen}>
        <legend className="vh">Audio Narrator</legend>
        {NARRATOR_IDS.map((narrator) => (
          <div className={styles.voice} key={narrator}>
            <label>
              <input
                type="radio"
                name="narrator"
                value={narrator}
                checked={chosen === narrator}
                onChange={() => chooseNarrator(narrator)}
              />
              <span>{NARRATORS_BY_ID[narrator].name}</span>
            </label>
            <SampleButton narrator={narrator} />
          </div>
        ))}
      </fieldset>
      <p className={styles.note}>{NARRATOR_NOTE}</p>
      <AutoplaySetting />
    </>
  );
}

function SampleButton({ narrator }: { narrator: NarratorId }) {
  const isPlaying = useStore(playingVoiceSampleStore)?.narrator === narrator;
  const { name } = NARRATORS_BY_ID[narrator];
  return (
    <button
      className={styles.sample}
      type="button"
      aria-label={isPlaying ? `Stop the sample of ${name}` : `Hear a sample of ${name}`}
      onClick={() => toggleVoiceSample(narrator)}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  );
}

function AutoplaySetting() {
  const isOn = useListeningPreference(isAutoplayOn);
  return (
    <div className="needs-js">
      <SwitchRow name="Play what is next" isOn={isOn} onChange={storeAutoplay}>
        When a narration ends, the next one in your queue begins.
      </SwitchRow>
    </div>
  );
}

/** Saves the choice of narrator, and switches the current narration to that narrator. */
async function chooseNarrator(narrator: NarratorId): Promise<void> {
  savePreferredNarratorOrShowToast(narrator);
  if (!playerStore.get().session) return;
  try {
    (await awaitChunk(import('./player.ts'))).switchNarrator(narrator);
  } catch (error) {
    logAndReportError(error, 'The player could not be loaded to switch narrators');
    showToast({
      kind: 'error',
      text: 'This narration keeps its voice. The next one is read by the narrator you chose.',
    });
  }
}
