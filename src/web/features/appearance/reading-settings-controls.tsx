import { useRef } from 'react';
import { appearanceCopy } from '#web/copy/appearance.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { ChoiceRow } from './choice-row.tsx';
import {
  applyAndStoreReadingSettings,
  DEFAULT_READING_SETTINGS,
  getSerializedReadingSettings,
  parseReadingSettings,
  READING_SETTING_OPTIONS,
  type ReadingSettingName,
} from './reading-settings.ts';
import styles from './reading-settings-controls.module.css';
import { subscribeToAppearance } from './watch-appearance.ts';

const copy = appearanceCopy.reading;

/**
 * The controls for the reading settings, such as the text size. A change applies immediately. The server does not know
 * the reader's settings, so it renders no selection.
 */
export function ReadingSettingsControls() {
  const container = useRef<HTMLDivElement>(null);
  const serialized = useBrowserValue(subscribeToAppearance, getSerializedReadingSettings);
  const settings = serialized === undefined ? undefined : parseReadingSettings(serialized);
  const isDefault =
    !settings ||
    SETTINGS.every((setting) => settings[setting] === DEFAULT_READING_SETTINGS[setting]);

  function reset() {
    applyAndStoreReadingSettings(DEFAULT_READING_SETTINGS);
    // The reset button disappears, so the first setting receives focus.
    container.current
      ?.querySelector<HTMLInputElement>(`[value=${DEFAULT_READING_SETTINGS.size}]`)
      ?.focus();
  }

  return (
    <div className={`needs-js ${styles.choices}`} ref={container}>
      {SETTINGS.map((setting) => (
        <div className={styles[setting]} key={setting}>
          <ChoiceRow<string>
            label={copy.settings[setting]}
            name={`reading-${setting}`}
            options={READING_SETTING_OPTIONS[setting]}
            names={copy.options}
            chosen={settings?.[setting]}
            onChoose={(option) =>
              settings && applyAndStoreReadingSettings({ ...settings, [setting]: option })
            }
            {...(setting === 'size' && { children: () => 'A' })}
          />
        </div>
      ))}
      <div className={styles.foot}>
        <p className={styles.note}>{copy.typefaceNote}</p>
        <button
          className={isDefault ? `btn btn-text ${styles.hidden}` : 'btn btn-text'}
          type="button"
          onClick={reset}
        >
          {copy.reset}
        </button>
      </div>
    </div>
  );
}

const SETTINGS = Object.keys(READING_SETTING_OPTIONS) as ReadingSettingName[];
