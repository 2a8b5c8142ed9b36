import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** Paragraphs: what the page is about in a sentence or two; or what helps to find one's way in it. */
  children?: ReactNode;
}

/** The head of a page of words. */
export function PageHead({ title, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1 className="title headline">{title}</h1>
      {children}
    </header>
  );
}
