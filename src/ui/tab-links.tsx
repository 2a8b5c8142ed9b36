import { Link } from './link.tsx';
import styles from './tab-links.module.css';

interface TabLinksProps {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { name: string; path: string }[];
  /** The name of the current tab. */
  current: string;
}

/** A screen's tabs, as a row of links. The current tab is underlined. A click on a tab keeps the scroll position. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ name, path }) => (
        <Link
          key={name}
          to={path}
          preventScrollReset
          aria-current={name === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
