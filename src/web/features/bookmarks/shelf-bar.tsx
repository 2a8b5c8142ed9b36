import { useNavigate } from 'react-router';
import { BOOKMARK_ORDERS, type BookmarkOrder } from '#domain/bookmark-order.ts';
import { Link } from '#web/ui/link.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { type ShelfView, shelfAddress, shelfQuery } from './shelf-address.ts';
import styles from './shelf-bar.module.css';

/** Each order on its link, and to who hears what it has done. */
const ORDERS: Readonly<Record<BookmarkOrder, { name: string; says: string }>> = {
  kept: { name: 'Last kept', says: 'In the order you kept them, the last one first' },
  author: { name: 'Author', says: 'In the order of their authors, from A to Z' },
  length: { name: 'Shortest', says: 'In the order of their length, the shortest first' },
};

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
            label="Search your bookmarks"
            query={view.query}
            kept={shelfQuery({ ...view, query: '' })}
            onSearch={search}
          />
        </div>
      )}
      <nav className={styles.orders} aria-label="Order of your bookmarks">
        <span className={styles.label} aria-hidden="true">
          Order
        </span>
        {BOOKMARK_ORDERS.map((order) => (
          <Link
            key={order}
            to={shelfAddress({ ...view, order })}
            aria-current={order === view.order ? 'true' : undefined}
            preventScrollReset
          >
            {ORDERS[order].name}
          </Link>
        ))}
      </nav>
      <p className="vh" role="status">
        {ORDERS[view.order].says}
      </p>
    </div>
  );
}
