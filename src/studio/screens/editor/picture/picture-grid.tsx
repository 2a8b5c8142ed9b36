import type { ReactNode } from 'react';
import styles from './picture.module.css';

interface PictureGridProps<Each> {
  /** What is chosen among, for who hears it. */
  label: string;
  name: string;
  items: readonly Each[];
  getKey: (item: Each) => string;
  /** What one of them shows. */
  getDescription: (item: Each) => string;
  chosen: string | undefined;
  onChoose: (item: Each) => void;
  children: (item: Each) => ReactNode;
}

/** Pictures side by side, of which one is chosen: arrow keys go from each to the next. */
export function PictureGrid<Each>({
  label,
  name,
  items,
  getKey,
  getDescription,
  chosen,
  onChoose,
  children,
}: PictureGridProps<Each>) {
  return (
    <fieldset className={styles.grid}>
      <legend className="vh">{label}</legend>
      {items.map((item) => (
        <label key={getKey(item)} className={styles.choice}>
          <input
            className="vh"
            type="radio"
            name={name}
            aria-label={getDescription(item)}
            checked={getKey(item) === chosen}
            onChange={() => onChoose(item)}
          />
          {children(item)}
        </label>
      ))}
    </fieldset>
  );
}
