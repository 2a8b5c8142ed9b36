import { Link } from './link.tsx';
import styles from './view-links.module.css';

interface ViewLinksProps {
  /** The accessible name of the group of links. */
  label: string;
  /** A short form of `label`, shown before the links. */
  visibleLabel?: string;
  views: readonly { name: string; path: string; isCurrent: boolean }[];
}

/**
 * Links to different views of a list, such as its sort orders or filters. A click on a link keeps the scroll position.
 */
export function ViewLinks({ label, visibleLabel, views }: ViewLinksProps) {
  return (
    <nav className={styles.views} aria-label={label}>
      {visibleLabel && (
        <span className={styles.label} aria-hidden="true">
          {visibleLabel}
        </span>
      )}
      {views.map(({ name, path, isCurrent }) => (
        <Link key={name} to={path} aria-current={isCurrent || undefined} preventScrollReset>
          {name}
        </Link>
      ))}
    </nav>
  );
}
