import type { ReactNode } from 'react';
import styles from './page-title.module.css';

interface PageTitleProps {
  title: string;
  /** A summary of one or two sentences, or links to the sections of the page. */
  children?: ReactNode;
}

/** The title of a text page. */
export function PageTitle({ title, children }: PageTitleProps) {
  return (
    <header className={styles.head}>
      <h1 className="title headline">{title}</h1>
      {children}
    </header>
  );
}
