import type { ReactNode } from 'react';
import styles from './page-title.module.css';

interface PageTitleProps {
  title: string;
  /** Content below the title, such as a summary, the date of the last update, or links to the sections. */
  children?: ReactNode;
}

/** The title of a text page, such as the FAQ. */
export function PageTitle({ title, children }: PageTitleProps) {
  return (
    <header className={styles.head}>
      <h1 className="title headline">{title}</h1>
      {children}
    </header>
  );
}
