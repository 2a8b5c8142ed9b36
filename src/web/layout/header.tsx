import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './header.module.css';
import { SectionLinks } from './sections.tsx';

/** The fixed header: the name, the badge, the sections where there is room, and what can be done here. */
export function Header({ actions }: { actions?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar} ${actions ? styles.withActions : ''}`}>
        <Link className={styles.brand} to="/" aria-label="Octavo, home">
          <span aria-hidden="true">
            <b>O</b>ctavo
          </span>
        </Link>
        <Link className={styles.beta} to="/about">
          Beta
        </Link>
        <nav className={styles.nav} aria-label="Main">
          <SectionLinks />
        </nav>
        {actions && <div className={`${styles.actions} needs-js`}>{actions}</div>}
      </div>
    </header>
  );
}
