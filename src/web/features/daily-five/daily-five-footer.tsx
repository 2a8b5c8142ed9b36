import type { ReactNode } from 'react';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import styles from './daily-five-footer.module.css';

/** Five small leaves, filled for each article that was read, with the number as text. */
export function DailyFiveProgress({ read, of }: { read: number; of: number }) {
  const leaves = Array.from({ length: of }, (_, at) => `leaf ${at}`);
  return (
    <p className={styles.leaves}>
      {leaves.map((leaf, at) => (
        <span key={leaf} className={at < read ? styles.filled : styles.leaf} aria-hidden="true" />
      ))}
      <span>{dailyFiveCopy.progress(read, of)}</span>
    </p>
  );
}

interface FiveNotesProps {
  /** True if all articles of the day were read. */
  isRead: boolean;
  /** Explanation of how the articles are chosen. */
  rule: string;
  /** Content below the explanation. */
  children?: ReactNode;
}

/** The end of the day's sheet once it was read, and the explanation of the choice. */
export function DailyFiveFooter({ isRead, rule, children }: FiveNotesProps) {
  return (
    <>
      {isRead && <DailyFiveEndNote>{dailyFiveCopy.done}</DailyFiveEndNote>}
      <details className={styles.why}>
        <summary>{dailyFiveCopy.why}</summary>
        <p>{rule}</p>
        {children}
      </details>
    </>
  );
}

/** A sentence in place of articles, or after the last one. */
export function DailyFiveEndNote({ children }: { children: string }) {
  return <p className={styles.end}>{children}</p>;
}
