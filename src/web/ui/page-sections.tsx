import { type ReactNode, useId } from 'react';
import styles from './page-sections.module.css';

/** The head of a page of words: its title, and what it is about in a sentence or two. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className="title">{title}</h1>
      {children && <p>{children}</p>}
    </header>
  );
}

/** A part of such a page: its name stands in the margin where there is one. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
