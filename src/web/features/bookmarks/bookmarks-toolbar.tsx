import { useNavigate } from 'react-router';
import { BOOKMARK_ORDERS } from '#domain/bookmark-order.ts';
import { Link } from '#ui/link.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import styles from './bookmarks-toolbar.module.css';
import {
  type BookmarksView,
  createBookmarksQueryParameters,
  createBookmarksUrl,
} from './bookmarks-url.ts';

const { search: searchCopy, sort } = profileCopy;

interface BookmarksToolbarProps {
  view: BookmarksView;
  /** True if the list has enough bookmarks to offer a search. */
  isLong: boolean;
}

/** The toolbar above the bookmarks, to sort and search them. */
export function BookmarksToolbar({ view, isLong }: BookmarksToolbarProps) {
  const navigate = useNavigate();

  /**
   * Searches the bookmarks. Only the first letter adds a history entry, so that going back once shows all bookmarks.
   */
  function search(query: string) {
    navigate(createBookmarksUrl({ ...view, query }), {
      replace: view.query !== '',
      preventScrollReset: true,
    });
  }

  return (
    <div className={styles.bar}>
      {isLong && (
        <div className={styles.search}>
          <SearchBox
            action="/profile"
            label={searchCopy.label}
            query={view.query}
            kept={createBookmarksQueryParameters({ ...view, query: '' })}
            onSearch={search}
          />
        </div>
      )}
      <nav className={styles.orders} aria-label={sort.label}>
        <span className={styles.label} aria-hidden="true">
          {sort.visibleLabel}
        </span>
        {BOOKMARK_ORDERS.map((order) => (
          <Link
            key={order}
            to={createBookmarksUrl({ ...view, order })}
            aria-current={order === view.order ? 'true' : undefined}
            preventScrollReset
          >
            {sort.orders[order].name}
          </Link>
        ))}
      </nav>
      <p className="vh" role="status">
        {sort.orders[view.order].announcement}
      </p>
    </div>
  );
}
