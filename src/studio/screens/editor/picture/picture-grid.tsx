import type { ReactNode } from 'react';
import styles from './picture.module.css';

interface PictureGridProps<Each> {
  /** Accessible name of the grid. */
  label: string;
  name: string;
  items: readonly Each[];
  getKey: (item: Each) => string;
  /** Returns the accessible name of a picture in the grid. */
  getDescription: (item: Each) => string;
  chosen: string | undefined;
  onChoose: (item: Each) => void;
  children: (item: Each) => ReactNode;
}

/** Shows a grid of pictures from which the editor chooses one. The arrow keys move the selection. */
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
