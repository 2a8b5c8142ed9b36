import type { ReactNode } from 'react';
import styles from './next-step-section.module.css';

interface ClosingProps {
  title: string;
  words?: string;
  className?: string | undefined;
  /** A link, or a row of links. */
  children: ReactNode;
}

/** The last section of a text page: a closing sentence, and links to the next steps. */
export function NextStepSection({ title, words, className = '', children }: ClosingProps) {
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
