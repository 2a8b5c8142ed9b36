import type { ReactNode } from 'react';
import styles from './closing.module.css';

interface ClosingProps {
  title: string;
  words?: string;
  className?: string | undefined;
  /** The way on: a link, or a row of them. */
  children: ReactNode;
}

/** The end of a page of words: one more sentence, and where to go from here. */
export function Closing({ title, words, className = '', children }: ClosingProps) {
  return (
    <section className={`${styles.closing} ${className}`}>
      <div>
        <h2 className="title">{title}</h2>
        {words && <p>{words}</p>}
      </div>
      {children}
    </section>
  );
}
