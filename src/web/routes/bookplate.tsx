import styles from './bookplate.module.css';

/** The label a reader pastes into a book of their own, with their name once that is known. Decorative. */
export function Bookplate({ name }: { name?: string | undefined }) {
  return (
    <div className={styles.plate} aria-hidden="true">
      <div className={styles.frame}>
        <span className={styles.initial}>O</span>
        <span className={styles.words}>Ex libris</span>
        <span className={styles.line}>{name}</span>
      </div>
    </div>
  );
}
