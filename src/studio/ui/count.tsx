import styles from './count.module.css';

interface CountProps {
  count: number;
  most: number;
  /** What is counted. */
  of: string;
}

/** How much of what there may be there is. */
export function Count({ count, most, of }: CountProps) {
  return (
    <span className={styles.count} data-over={count > most || undefined}>
      <span>{`${count} of ${most}`}</span>
      <span className="vh">{` ${of}`}</span>
    </span>
  );
}
