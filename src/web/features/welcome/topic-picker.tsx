import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { feedCopy } from '#web/copy/feed.ts';
import styles from './topic-picker.module.css';

interface TopicPickerProps {
  chosen: readonly CategoryId[];
  onChange: (chosen: readonly CategoryId[]) => void;
}

/** Checkboxes for choosing topics, one for each of the ten categories. */
export function TopicPicker({ chosen, onChange }: TopicPickerProps) {
  return (
    <fieldset className={`${styles.topics} needs-js`}>
      <legend>{feedCopy.topics}</legend>
      <div className={styles.chips}>
        {CATEGORIES.map(({ id, name }) => (
          <label key={id} className={styles.chip}>
            <input
              type="checkbox"
              name="topic"
              value={id}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
