import styles from './skeleton.module.css';

/**
 * A placeholder for a row that has not loaded yet: a small 4:5 cover next to a title and a line of text. It is hidden
 * from screen readers.
 */
export function RowSkeleton() {
  return (
    <div className={`${styles.skeleton} ${styles.row}`} aria-hidden="true">
      <i className={styles.smallCover} />
      <div>
        <i className={styles.title} />
        <i className={styles.meta} />
      </div>
    </div>
  );
}

/**
 * A placeholder for a carousel card that has not loaded yet: a 4:5 cover above a title and a line of text. It is hidden
 * from screen readers.
 */
export function MiniCardSkeleton() {
  return (
    <div className={`${styles.skeleton} ${styles.mini}`} aria-hidden="true">
      <i className={styles.miniCover} />
      <i className={styles.title} />
      <i className={styles.titleEnd} />
      <i className={styles.meta} />
    </div>
  );
}

/** A placeholder for a paragraph that has not loaded yet. It is hidden from screen readers. */
export function TextSkeleton() {
  return (
    <div className={`${styles.skeleton} ${styles.text}`} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

/**
 * A placeholder for an article card that has not loaded yet: a 4:5 cover with a title, a portrait and two lines of
 * text. It is hidden from screen readers.
 */
export function CardSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <div className={styles.cover}>
        <i className={styles.eyebrow} />
        <i className={styles.title} />
        <i className={styles.titleEnd} />
      </div>
      <div className={styles.foot}>
        <i className={styles.portrait} />
        <div>
          <i className={styles.name} />
          <i className={styles.meta} />
        </div>
      </div>
    </div>
  );
}
