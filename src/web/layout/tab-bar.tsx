import { layoutCopy } from '#web/copy/layout.ts';
import { SectionLinks } from './section-links.tsx';
import styles from './tab-bar.module.css';

/**
 * Shows the fixed bar with section links at the bottom of a phone's screen. On a wide screen, the header contains these
 * links.
 */
export function TabBar() {
  return (
    <nav className={styles.bar} aria-label={layoutCopy.tabs}>
      <SectionLinks withIcons />
    </nav>
  );
}
