import { type MouseEvent, useSyncExternalStore } from 'react';
import { ALL_SCREENS } from '#domain/screens.ts';
import { Link } from '#ui/link.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { showPrompt } from '#web/reader/prompt.ts';
import styles from './footer.module.css';

const LINKS = ALL_SCREENS.flatMap(({ footer, path }) => (footer ? [[footer, path] as const] : []));

/** Shows the page's footer. `timestamp` is the time of the last change to the page's content (ISO 8601). */
export function Footer({ timestamp }: { timestamp: string }) {
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <nav aria-label={layoutCopy.footer}>
          <ul>
            {LINKS.map(([name, path]) => (
              <li key={path}>
                <Link to={path}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          <span>{layoutCopy.copyright(useYear(timestamp))}</span>
          <Link to="/settings#cookies">{layoutCopy.cookies}</Link>
          <a href="/feed.xml" onClick={showWebFeeds}>
            {layoutCopy.feeds}
          </a>
        </p>
      </div>
    </footer>
  );
}

/** Opens a dialog with the current screen's web feeds. Without scripts, the link opens the feed of all articles. */
function showWebFeeds(event: MouseEvent): void {
  event.preventDefault();
  showPrompt({ kind: 'feeds', message: layoutCopy.feedsFailed });
}

/**
 * Returns the current year. On the server and during hydration, returns the year of `timestamp`, so
 * that both render the same text.
 */
function useYear(timestamp: string): string {
  const renderedYear = timestamp.slice(0, 4);
  return useSyncExternalStore(subscribeToNothing, getCurrentYear, () => renderedYear);
}

const subscribeToNothing = () => () => {};
const getCurrentYear = () => String(new Date().getUTCFullYear());
