import styles from './bookplate.module.css';

interface BookplateProps {
  /** Small, it is the letter alone; large, it fills the height it is given, and has a line for a name. */
  size: 'small' | 'medium' | 'large';
  /** Octavo's own by default; an empty one while it is not known whose plate it is. */
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

/** The first character of a name as people count them, not as UTF-16 does; Octavo's where there is none. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('en-US') ?? 'O';
}
