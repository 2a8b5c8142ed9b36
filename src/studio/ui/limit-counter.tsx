import styles from './limit-counter.module.css';

interface LimitCounterProps {
  count: number;
  limit: number;
  /** Unit of the count, such as "characters". */
  unit: string;
}

/** Shows a count and its limit, such as "3 of 5". Marks a count that exceeds the limit. */
export function LimitCounter({ count, limit, unit }: LimitCounterProps) {
  return (
    <span className={styles.count} data-over={count > limit || undefined}>
      <span>{`${count} of ${limit}`}</span>
      <span className="vh">{` ${unit}`}</span>
    </span>
  );
}
