import { type ReactNode, useCallback, useRef } from 'react';
import { ScrollRestoration } from 'react-router';
import { Toaster } from '#ui/toast.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { ConsentBanner } from '#web/features/consent/consent-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LoadingBar } from './loading-bar.tsx';
import styles from './page-frame.module.css';
import { ScrollToTopButton } from './scroll-to-top-button.tsx';
import { TabBar } from './tab-bar.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';

interface PageFrameProps {
  /** The page's title. Screen readers announce it after a client-side navigation. */
  title: string | undefined;
  /** Time of the last change to the page's content (ISO 8601). */
  timestamp: string;
  /** The current screen's buttons, shown in the header. */
  actions?: ReactNode;
  /** True if the screen shows a long list, which needs the scroll-to-top button. */
  isLongList?: boolean;
  children: ReactNode;
}

/** Shows the frame around every screen, with the header, the footer and the tab bar. */
export function PageFrame({
  title,
  timestamp,
  actions,
  isLongList = false,
  children,
}: PageFrameProps) {
  const main = useRef<HTMLElement>(null);
  const announcement = useNavigationFocus(title);
  const focusMain = useCallback(() => main.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <a className={styles.skip} href="#main">
        {layoutCopy.skip}
      </a>
      <ConsentBanner />
      <Header
        actions={actions}
        scrollToTopButton={isLongList && <ScrollToTopButton onArrive={focusMain} />}
      />
      <LoadingBar />
      <main className={styles.main} id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      <Footer timestamp={timestamp} />
      <TabBar />
      <Toaster />
      <p className="vh" aria-live="polite">
        {announcement}
      </p>
      <ScrollRestoration />
    </>
  );
}
