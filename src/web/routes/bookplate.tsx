import styles from './bookplate.module.css';

/** The label a reader pastes into a book of their own, still without a name. Decorative. */
export function Bookplate() {
  return (
    <div className={styles.plate} aria-hidden="true">
      <div className={styles.frame}>
        <span className={styles.initial}>O</span>
        <span className={styles.words}>Ex libris</span>
        <span className={styles.line} />
      </div>
    </div>
  );
}
