import { useQuery } from '@tanstack/react-query';
import { dollars, writingQuery } from '../lib/writing.ts';
import styles from './writing-line.module.css';

/** Who writes, and how much of the month's budget is left; what to set where nobody does. */
export function WritingLine() {
  const { data } = useQuery(writingQuery);
  if (!data) return <p className={styles.line} />;
  const { isAvailable, isDemonstration, obstacle, model, budget } = data;
  if (!isAvailable) return <p className={styles.obstacle}>{obstacle}</p>;
  const used = budget.spent + budget.reserved;
  return (
    <div className={styles.line}>
      <meter min={0} max={budget.limit} value={used} aria-label="Budget of this month, used" />
      <p>
        {isDemonstration
          ? 'The demonstration writer hands out ready-made drafts; no money moves.'
          : `${model} writes.`}{' '}
        {dollars(budget.left)} of {dollars(budget.limit)} are left this month.
      </p>
    </div>
  );
}
