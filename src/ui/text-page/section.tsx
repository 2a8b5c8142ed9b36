import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** ID of the section's HTML element. Other pages may link to it. */
  id?: string;
  /**
   * True for a chapter. A chapter has full-width content, more space around it, and a horizontal line above it even on
   * phones.
   */
  isChapter?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a text page, such as the FAQ. On a wide screen, the section's title is in the margin. */
export function PageSection({
  title,
  id,
  isChapter = false,
  className = '',
  children,
}: SectionProps) {
  const titleId = useId();
  const variantClass = isChapter ? styles.chapter : styles.plain;
  return (
    <section
      id={id}
      className={`${styles.section} ${variantClass} ${className}`}
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** The main statement of a chapter, in large type. */
export function MainStatement({ children }: { children: ReactNode }) {
  return <p className={styles.claim}>{children}</p>;
}
