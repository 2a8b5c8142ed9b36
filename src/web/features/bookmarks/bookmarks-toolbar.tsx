import { useNavigate } from 'react-router';
import { BOOKMARK_FILTERS, listBookmarkOrders } from '#domain/bookmark-order.ts';
import { Link } from '#ui/link.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import styles from './bookmarks-toolbar.module.css';
import {
  type BookmarksView,
  createBookmarksQueryParameters,
  createBookmarksUrl,
} from './bookmarks-url.ts';

const { search: searchCopy, filter, sort } = profileCopy;

interface BookmarksToolbarProps {
  view: BookmarksView;
  offersSearch: boolean;
}

/** The toolbar above the bookmarks, to filter, sort and search them. */
export function BookmarksToolbar({ view, offersSearch }: BookmarksToolbarProps) {
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
      {offersSearch && (
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
      <Choices
        {...filter}
        choices={BOOKMARK_FILTERS.map((show) => ({
          name: filter.choices[show].name,
          url: createBookmarksUrl({ ...view, show }),
          isChosen: show === view.show,
        }))}
      />
      <Choices
        {...sort}
        choices={listBookmarkOrders(view.show).map((order) => ({
          name: sort.orders[order].name,
          url: createBookmarksUrl({ ...view, order }),
          isChosen: order === view.order,
        }))}
      />
      <p className="vh" role="status">
        {filter.choices[view.show].announcement + sort.orders[view.order].announcement}
      </p>
    </div>
  );
}

interface ChoicesProps {
  label: string;
  visibleLabel: string;
  choices: readonly { name: string; url: string; isChosen: boolean }[];
}

/** A row of links, of which one is chosen. */
function Choices({ label, visibleLabel, choices }: ChoicesProps) {
  return (
    <nav className={styles.choices} aria-label={label}>
      <span className={styles.label} aria-hidden="true">
        {visibleLabel}
      </span>
      {choices.map(({ name, url, isChosen }) => (
        <Link key={name} to={url} aria-current={isChosen ? 'true' : undefined} preventScrollReset>
          {name}
        </Link>
      ))}
    </nav>
  );
}
