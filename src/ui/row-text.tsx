import type { ReactNode } from 'react';
import styles from './row-text.module.css';

interface RowTextProps {
  title: string;
  /** The symbol at the end of the row. Default: a chevron. */
  mark?: ReactNode;
  children: ReactNode;
}

/** CSS class of a link or button whose only child is {@link RowText}. */
export const ROW_LINK_CLASS: string = styles.row!;

/** The content of a link or button that looks like a row: a title, a line of text, and a symbol at the end. */
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
