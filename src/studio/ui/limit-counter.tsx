import styles from './limit-counter.module.css';

interface LimitCounterProps {
  count: number;
  limit: number;
  /** What is counted. */
  unit: string;
}

/** How much of what there may be there is. */
export function LimitCounter({ count, limit, unit }: LimitCounterProps) {
  return (
    <span className={styles.count} data-over={count > limit || undefined}>
      <span>{`${count} of ${limit}`}</span>
      <span className="vh">{` ${unit}`}</span>
    </span>
  );
}
