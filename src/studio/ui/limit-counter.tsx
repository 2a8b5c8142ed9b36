import styles from './limit-counter.module.css';

interface LimitCounterProps {
  count: number;
  limit: number;
  /** Unit, such as "characters". */
  unit: string;
}

/** Shows "3 of 5", marked if the limit is exceeded. */
export function LimitCounter({ count, limit, unit }: LimitCounterProps) {
  return (
    <span className={styles.count} data-over={count > limit || undefined}>
      <span>{`${count} of ${limit}`}</span>
      <span className="vh">{` ${unit}`}</span>
    </span>
  );
}
