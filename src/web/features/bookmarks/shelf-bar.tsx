import { useNavigate } from 'react-router';
import { BOOKMARK_ORDERS } from '#domain/bookmark-order.ts';
import { Link } from '#ui/link.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import { type ShelfView, shelfAddress, shelfQuery } from './shelf-address.ts';
import styles from './shelf-bar.module.css';

const { search: searchCopy, sort } = profileCopy;

interface ShelfBarProps {
  view: ShelfView;
  /** Whether there are enough of them to be searched. */
  isLong: boolean;
}

/** What a reader can do with a shelf of bookmarks: put them in order, and find one among many. */
export function ShelfBar({ view, isLong }: ShelfBarProps) {
  const navigate = useNavigate();

  /** The first letter makes an entry in the history, so that one step back leads to the whole shelf. */
  function search(query: string) {
    navigate(shelfAddress({ ...view, query }), {
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
            kept={shelfQuery({ ...view, query: '' })}
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
            to={shelfAddress({ ...view, order })}
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
