import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CategoryFilter } from './category-filter.tsx';
import {
  type Exploration,
  type ExploreTab,
  exploreAddress,
  searchesEverything,
} from './exploration.ts';
import styles from './explore-layout.module.css';
import { SearchBox } from './search-box.tsx';

/** The two tabs: what stands for the screen's title, and what its search box says. */
const TABS: Readonly<Record<ExploreTab, { name: string; heading: string; search: string }>> = {
  '/articles': {
    name: 'Articles',
    heading: 'Explore articles',
    search: 'Search articles and authors',
  },
  '/authors': { name: 'Authors', heading: 'Explore authors', search: 'Search authors' },
};

interface ExploreLayoutProps {
  tab: ExploreTab;
  exploration: Exploration;
  onSearch: (text: string) => void;
  children: ReactNode;
}

/** The frame of Explore: two tabs that are its title, a search box, the filter, and what was found. */
export function ExploreLayout({ tab, exploration, onSearch, children }: ExploreLayoutProps) {
  return (
    <div className={`wrap ${styles.explore}`}>
      <h1 className="vh">{TABS[tab].heading}</h1>
      <div className={styles.top}>
        <nav className={styles.tabs} aria-label="Explore">
          {(Object.keys(TABS) as ExploreTab[]).map((each) => (
            <Link
              key={each}
              to={exploreAddress(each, exploration)}
              aria-current={each === tab ? 'page' : undefined}
            >
              {TABS[each].name}
            </Link>
          ))}
        </nav>
        <SearchBox
          tab={tab}
          label={TABS[tab].search}
          exploration={exploration}
          onSearch={onSearch}
        />
      </div>
      <div className={styles.columns}>
        <CategoryFilter
          tab={tab}
          chosen={searchesEverything(tab, exploration.query) ? null : exploration}
        />
        <section className={styles.results} aria-label={TABS[tab].name}>
          {children}
        </section>
      </div>
    </div>
  );
}
