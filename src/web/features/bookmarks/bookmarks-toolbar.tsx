import { useNavigate } from 'react-router';
import { BOOKMARK_FILTERS, listBookmarkOrders } from '#domain/bookmark-order.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { ViewLinks } from '#ui/view-links.tsx';
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
   * Searches the bookmarks. Only the first letter adds an entry to the browser history, so that one step back shows all
   * bookmarks.
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
            otherQueryParameters={createBookmarksQueryParameters({ ...view, query: '' })}
            onSearch={search}
          />
        </div>
      )}
      <ViewLinks
        label={filter.label}
        visibleLabel={filter.visibleLabel}
        views={BOOKMARK_FILTERS.map((show) => ({
          name: filter.choices[show].name,
          path: createBookmarksUrl({ ...view, show }),
          isCurrent: show === view.show,
        }))}
      />
      <ViewLinks
        label={sort.label}
        visibleLabel={sort.visibleLabel}
        views={listBookmarkOrders(view.show).map((order) => ({
          name: sort.orders[order].name,
          path: createBookmarksUrl({ ...view, order }),
          isCurrent: order === view.order,
        }))}
      />
      <p className="vh" role="status">
        {filter.choices[view.show].announcement + sort.orders[view.order].announcement}
      </p>
    </div>
  );
}
