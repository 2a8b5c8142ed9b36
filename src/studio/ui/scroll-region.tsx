import type { ReactNode } from 'react';
import styles from './scroll-region.module.css';

/** Shows a region that scrolls in both directions if its content does not fit. Keyboard users can also scroll it. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: needed for scrolling with the keyboard
    <section className={styles.scrolled} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
