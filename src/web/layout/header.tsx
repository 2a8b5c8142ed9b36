import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { signInPagePath } from '#domain/sign-in.ts';
import { Link } from '#ui/link.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './header.module.css';
import { SectionLinks } from './sections.tsx';

interface HeaderProps {
  /** What can be done on this screen. */
  actions?: ReactNode;
  /** The way back up this screen, where there is one to offer. */
  wayUp?: ReactNode;
}

/** The fixed header: the name, the badge, the sections where there is room, and what can be done here. */
export function Header({ actions, wayUp }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar} ${actions ? styles.withActions : ''}`}>
        <Link className={styles.brand} to="/" aria-label={layoutCopy.home}>
          <span aria-hidden="true">
            <b>O</b>ctavo
          </span>
        </Link>
        <Link className={styles.beta} to="/about">
          {layoutCopy.beta}
        </Link>
        <span className={styles.wayUp}>{wayUp}</span>
        <nav className={styles.nav} aria-label={layoutCopy.main}>
          <SectionLinks />
        </nav>
        <SignInLink />
        {actions && <div className={`${styles.actions} needs-js`}>{actions}</div>}
      </div>
    </header>
  );
}

/** The way in for who is signed out; it leads back to this page. */
function SignInLink() {
  const { pathname, search } = useLocation();
  // The server's page may be kept for other addresses too: where exactly this is, the browser knows.
  const isHydrated = useReader() !== undefined;
  if (pathname === '/auth') return null;
  return (
    <Link
      className={`signed-out-only ${styles.signIn}`}
      to={isHydrated ? signInPagePath(pathname + search) : '/auth'}
    >
      {layoutCopy.signIn}
    </Link>
  );
}
