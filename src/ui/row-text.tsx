import type { ReactNode } from 'react';
import styles from './row-text.module.css';

interface RowTextProps {
  title: string;
  /** The symbol at the end of the row. Default: an arrow. */
  mark?: ReactNode;
  children: ReactNode;
}

/** Class of a link or button whose only child is {@link RowText}. */
export const ROW_LINK_CLASS: string = styles.row!;

/** The text of a row that is a link or button, and a symbol at the end of the row. */
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
