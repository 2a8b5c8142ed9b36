import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** A public anchor: links from elsewhere depend on it. */
  id?: string;
  /** A chapter is ruled off on a phone too, has more room around it, and its content all the width there is. */
  isChapter?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page of words: its title stands in the margin where there is one. */
export function Section({ title, id, isChapter = false, className = '', children }: SectionProps) {
  const titleId = useId();
  const look = isChapter ? styles.chapter : styles.plain;
  return (
    <section id={id} className={`${styles.section} ${look} ${className}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** A chapter in one sentence, set large. Prose may follow. */
export function Claim({ children }: { children: ReactNode }) {
  return <p className={styles.claim}>{children}</p>;
}
