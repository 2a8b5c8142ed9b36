import { Link } from './link.tsx';
import styles from './tab-links.module.css';

interface TabLinksProps {
  /** What the tabs are parts of, for who hears the page. */
  label: string;
  tabs: readonly { name: string; path: string }[];
  /** The name of the one on show. */
  current: string;
}

/** The parts of a screen as a row of links, of which the one on show is underlined. Moving leaves the scroll. */
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
