import type { ReactNode } from 'react';
import styles from './scroll-region.module.css';

/** A region that scrolls if its content is too wide or too long, also by keyboard. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it only while it has the focus
    <section className={styles.scrolled} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
