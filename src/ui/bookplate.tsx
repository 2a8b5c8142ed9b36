import styles from './bookplate.module.css';

interface BookplateProps {
  /** A small one shows only the letter; a large one fills the available height and has a line for a name. */
  size: 'small' | 'medium' | 'large';
  /** Octavo's by default; empty while the reader is unknown. */
  letter?: string;
  name?: string | undefined;
}

/** The label a reader pastes into a book of their own. Decorative. */
export function Bookplate({ size, letter = initialOf(''), name }: BookplateProps) {
  return (
    <div
      className={`${styles.plate} ${styles[size]} ${letter ? '' : styles.blank}`}
      aria-hidden="true"
    >
      <div className={styles.frame}>
        <span className={styles.letter}>{letter}</span>
        {size !== 'small' && <span className={styles.words}>Ex libris</span>}
        {size === 'large' && <span className={styles.name}>{name}</span>}
      </div>
    </div>
  );
}

/** Returns the first grapheme of a name; Octavo's initial for an empty one. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('en-US') ?? 'O';
}
