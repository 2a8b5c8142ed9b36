import { useNavigate } from 'react-router';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { Link } from '#ui/link.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { ViewLinks } from '#ui/view-links.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import styles from './lines-toolbar.module.css';
import { createLinesQueryParameters, createLinesUrl, type LineListFilters } from './lines-url.ts';

interface LinesToolbarProps {
  view: LineListFilters;
  /** The categories that contain articles from which the reader has kept lines. */
  categories: readonly CategoryId[];
}

/** The toolbar above the kept lines, to search them and to show only one category or article. */
export function LinesToolbar({ view, categories }: LinesToolbarProps) {
  const navigate = useNavigate();
  const { article, category } = view;
  const usedCategories = CATEGORIES.filter(({ id }) => categories.includes(id));

  /**
   * Searches the kept lines. Only the first letter adds a browser history entry, so that going back once shows all
   * lines.
   */
  function search(query: string) {
    navigate(createLinesUrl({ ...view, query }), {
      replace: view.query !== '',
      preventScrollReset: true,
    });
  }

  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchBox
          action="/profile/lines"
          label={linesCopy.search}
          query={view.query}
          otherQueryParameters={createLinesQueryParameters({ ...view, query: '' })}
          onSearch={search}
        />
      </div>
      {article ? (
        <p className={styles.article}>
          <span>{linesCopy.onlyArticle}</span>
          <Link className="link" to={createLinesUrl({ ...view, article: null })} preventScrollReset>
            {linesCopy.seeAll}
          </Link>
        </p>
      ) : (
        (categories.length > 1 || category) && (
          <ViewLinks
            label={linesCopy.filter}
            views={[{ id: null, name: linesCopy.all }, ...usedCategories].map(({ id, name }) => ({
              name,
              path: createLinesUrl({ ...view, category: id }),
              isCurrent: id === category,
            }))}
          />
        )
      )}
    </div>
  );
}
