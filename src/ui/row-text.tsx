import type { ReactNode } from 'react';
import styles from './row-text.module.css';

interface RowTextProps {
  title: string;
  /** What stands at the end of the row; by default an arrow that points on. */
  mark?: ReactNode;
  children: ReactNode;
}

/** The class of a link or button in which {@link RowText} stand, and nothing else. */
export const ROW_CLASS: string = styles.row!;

/** What a row says, and that there is something behind it. */
export function RowText({ title, mark = <i aria-hidden="true" />, children }: RowTextProps) {
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
