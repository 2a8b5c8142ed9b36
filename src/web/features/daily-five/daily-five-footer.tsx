import type { ReactNode } from 'react';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import styles from './daily-five-footer.module.css';

/**
 * A row with one small leaf for each article, followed by the number of read articles as text. As many leaves are
 * filled as articles were read.
 */
export function DailyFiveProgress({ readCount, total }: { readCount: number; total: number }) {
  const leaves = Array.from({ length: total }, (_, index) => `leaf ${index}`);
  return (
    <p className={styles.leaves}>
      {leaves.map((leaf, index) => (
        <span
          key={leaf}
          className={index < readCount ? styles.filled : styles.leaf}
          aria-hidden="true"
        />
      ))}
      <span>{dailyFiveCopy.progress(readCount, total)}</span>
    </p>
  );
}

interface DailyFiveFooterProps {
  /** True if all articles of the day were read. */
  isRead: boolean;
  /** Explanation of how the articles are chosen. */
  rule: string;
  /** Content below the explanation. */
  children?: ReactNode;
}

/** An explanation of how the articles of the day are chosen. Once all of them were read, a note above it says so. */
export function DailyFiveFooter({ isRead, rule, children }: DailyFiveFooterProps) {
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

/** A sentence that is shown in place of articles, or after the last one. */
export function DailyFiveEndNote({ children }: { children: string }) {
  return <p className={styles.end}>{children}</p>;
}
