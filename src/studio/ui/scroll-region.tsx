import type { ReactNode } from 'react';
import styles from './scroll-region.module.css';

/** What may be wider or longer than its place, and is scrolled by key too. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, no key scrolls it
    <section className={styles.scrolled} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
