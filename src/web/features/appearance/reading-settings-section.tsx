import { appearanceCopy } from '#web/copy/appearance.ts';
import { ReadingSettingsControls } from './reading-settings-controls.tsx';
import styles from './reading-settings-section.module.css';

const copy = appearanceCopy.reading;

/** The section with the reading settings on the settings page. A sample text shows the effect of each choice. */
export function ReadingSettingsSection() {
  return (
    <div className={`needs-js ${styles.section}`}>
      <h3 className="label">{copy.title}</h3>
      <p className={styles.about}>{copy.about}</p>
      <ReadingSettingsControls />
      <div className={`reading ${styles.sample}`}>
        <p className="prose">{copy.sample}</p>
      </div>
    </div>
  );
}
