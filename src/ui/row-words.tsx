import type { ReactNode } from 'react';
import styles from './row-words.module.css';

interface RowWordsProps {
  title: string;
  /** What stands at the end of the row; by default an arrow that points on. */
  mark?: ReactNode;
  children: ReactNode;
}

/** The class of a link or button in which {@link RowWords} stand, and nothing else. */
export const ROW: string = styles.row!;

/** What a row says, and that there is something behind it. */
export function RowWords({ title, mark = <i aria-hidden="true" />, children }: RowWordsProps) {
  return (
    <>
      <span>
        <b>{title}</b>
        <span>{children}</span>
      </span>
      {mark}
    </>
  );
}
