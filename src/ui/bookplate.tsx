import styles from './bookplate.module.css';

interface BookplateProps {
  /** Size of the bookplate. `small` shows only the letter. `large` fills the available height and also shows a name. */
  size: 'small' | 'medium' | 'large';
  /** The letter on the bookplate. Default: Octavo's initial. Empty until the reader is known. */
  letter?: string;
  name?: string | undefined;
}

/** A decorative bookplate: a label with the owner's name, like the ones that people paste into their books. */
export function Bookplate({ size, letter = getNameInitial(''), name }: BookplateProps) {
  return (
    <div
      className={`${styles.bookplate} ${styles[size]} ${letter ? '' : styles.blank}`}
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

/** Returns the first letter of a name in upper case, or Octavo's initial for an empty name. */
export function getNameInitial(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('en-US') ?? 'O';
}
