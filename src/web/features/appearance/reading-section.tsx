import { appearanceCopy } from '#web/copy/appearance.ts';
import { ReadingChoices } from './reading-choices.tsx';
import styles from './reading-section.module.css';

const copy = appearanceCopy.reading;

/** The section with the reading settings on the settings page. A sample text shows the effect of each choice. */
export function ReadingSection() {
  return (
    <div className={`needs-js ${styles.section}`}>
      <h3 className="label">{copy.title}</h3>
      <p className={styles.about}>{copy.about}</p>
      <ReadingChoices />
      <div className={`reading ${styles.sample}`}>
        <p className="prose">{copy.sample}</p>
      </div>
    </div>
  );
}
