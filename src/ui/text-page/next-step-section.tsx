import type { ReactNode } from 'react';
import styles from './next-step-section.module.css';

interface NextStepSectionProps {
  title: string;
  text?: string;
  className?: string | undefined;
  /** A link, or a row of links. */
  children: ReactNode;
}

/** The last section of a text page, such as the FAQ. It contains a closing sentence and links to the next steps. */
export function NextStepSection({ title, text, className = '', children }: NextStepSectionProps) {
  return (
    <section className={`${styles.closing} ${className}`}>
      <div>
        <h2 className="title">{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {children}
    </section>
  );
}
