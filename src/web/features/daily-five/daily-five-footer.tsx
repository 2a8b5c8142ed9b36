import type { ReactNode } from 'react';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import styles from './daily-five-footer.module.css';

/**
 * Shows how many of the day's articles the reader has read, as a number and as a row of small page icons. One icon is
 * filled for each article that the reader has read.
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
  /** True if the reader has read all of the day's articles. */
  isRead: boolean;
  /** The explanation of how the articles are chosen. */
  rule: string;
  /** Content below the explanation. */
  children?: ReactNode;
}

/**
 * An explanation of how the articles of the day are chosen. Once the reader has read all of them, a note above it says
 * so.
 */
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

/** A sentence below the articles of the day, or in their place if there are none. */
export function DailyFiveEndNote({ children }: { children: string }) {
  return <p className={styles.end}>{children}</p>;
}
