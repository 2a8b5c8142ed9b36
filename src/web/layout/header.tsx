import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { signInPagePath } from '#domain/sign-in.ts';
import { Link } from '#ui/link.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './header.module.css';
import { SectionLinks } from './sections.tsx';

interface HeaderProps {
  /** The screen's actions. */
  actions?: ReactNode;
  /** A button that scrolls to the top, if there is one. */
  wayUp?: ReactNode;
}

/** The fixed header: name, badge, sections on a wide screen, and the screen's actions. */
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

/** The sign-in link for signed-out readers; signing in returns to this page. */
function SignInLink() {
  const { pathname, search } = useLocation();
  // The server caches one page for several URLs: only the browser knows the current one.
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
