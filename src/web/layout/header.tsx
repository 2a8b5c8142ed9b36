import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { signInPagePath } from '#domain/sign-in.ts';
import { Link } from '#ui/link.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './header.module.css';
import { SectionLinks } from './section-links.tsx';

interface HeaderProps {
  /** Buttons for the current screen, such as bookmark and share. */
  actions?: ReactNode;
  /** The button that scrolls to the top, on screens with a long list. */
  scrollToTopButton?: ReactNode;
}

/**
 * Shows the fixed header with the product name, the beta badge and the current screen's buttons. On a wide screen, the
 * header also contains links to the sections.
 */
export function Header({ actions, scrollToTopButton }: HeaderProps) {
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
        {scrollToTopButton && <span className={styles.scrollToTopButton}>{scrollToTopButton}</span>}
        <nav className={styles.nav} aria-label={layoutCopy.main}>
          <SectionLinks />
        </nav>
        <SignInLink />
        {actions && <div className={`${styles.actions} needs-js`}>{actions}</div>}
      </div>
    </header>
  );
}

/** Shows the sign-in link to signed-out visitors. After signing in, the reader returns to the current page. */
function SignInLink() {
  const { pathname, search } = useLocation();
  // The server caches one page for several URLs, so the link takes the current URL from the browser after hydration.
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
