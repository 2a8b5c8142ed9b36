import type { ReactNode } from 'react';
import type { ArticleOrAuthorCountsByCategory } from '#domain/category-counts.ts';
import { Link } from '#ui/link.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { CategoryFilter } from './category-filter.tsx';
import {
  createExploreUrl,
  doesSearchIgnoreCategories,
  type ExploreFilters,
  type ExploreTab,
} from './explore-filters.ts';
import styles from './explore-layout.module.css';

const TABS = exploreCopy.tabs;

interface ExploreLayoutProps {
  tab: ExploreTab;
  exploration: ExploreFilters;
  /** The number of articles or authors in each category and subcategory. */
  counts: ArticleOrAuthorCountsByCategory;
  onSearch: (text: string) => void;
  children: ReactNode;
}

/** The layout of the Explore page: two tabs in place of a title, a search box, the category filter and the results. */
export function ExploreLayout(props: ExploreLayoutProps) {
  const { tab, exploration, counts, onSearch, children } = props;
  return (
    <div className={`wrap ${styles.explore}`}>
      <h1 className="vh">{TABS[tab].heading}</h1>
      <div className={styles.top}>
        <nav className={styles.tabs} aria-label={exploreCopy.label}>
          {(Object.keys(TABS) as ExploreTab[]).map((each) => (
            <Link
              key={each}
              to={createExploreUrl(each, exploration)}
              aria-current={each === tab ? 'page' : undefined}
            >
              {TABS[each].name}
            </Link>
          ))}
        </nav>
        <SearchBox
          action={tab}
          label={TABS[tab].search}
          query={exploration.query}
          otherQueryParameters={tab === '/authors' ? toFilterParameters(exploration) : {}}
          onSearch={onSearch}
        />
      </div>
      <div className={styles.columns}>
        <CategoryFilter
          tab={tab}
          chosen={doesSearchIgnoreCategories(tab, exploration.query) ? null : exploration}
          counts={counts}
        />
        <section className={styles.results} aria-label={TABS[tab].name}>
          {children}
        </section>
      </div>
    </div>
  );
}

/** Returns the URL parameters for the category filters. A search for authors keeps the current category filters. */
function toFilterParameters({ category, subcategory }: ExploreFilters): Record<string, string> {
  return { ...(category ? { category } : {}), ...(subcategory ? { subcategory } : {}) };
}
