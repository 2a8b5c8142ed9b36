import { useRef } from 'react';
import { CATEGORIES, type Category } from '#domain/categories.ts';
import {
  type ArticleOrAuthorCountsByCategory,
  getCountInCategory,
} from '#domain/category-counts.ts';
import type { ExploreListName } from '#domain/explore-list-name.ts';
import type { ExploreSelection } from '#domain/page.ts';
import { Link } from '#ui/link.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import styles from './category-filter.module.css';
import { createExploreUrl, type ExploreFilters, type ExploreTab } from './explore-filters.ts';
import { useRestoreRowScroll } from './stored-row-scroll.ts';

interface CategoryFilterProps {
  tab: ExploreTab;
  /** The chosen list, category and subcategory, or `null` during a search that ignores them. */
  chosen: ExploreSelection | null;
  /** The number of articles or authors in each category and subcategory. */
  counts: ArticleOrAuthorCountsByCategory;
}

/**
 * Links to all categories and to the subcategories of the current category. Each choice has a URL.
 * While the default list is shown, the link to a category or subcategory also shows its number of
 * articles or authors, and links to empty ones are less prominent. On a phone, the links form two
 * rows that scroll horizontally. On a wide screen, they form a list with nested subcategories.
 */
export function CategoryFilter({ tab, chosen, counts }: CategoryFilterProps) {
  const row = useRef<HTMLUListElement>(null);
  const category = chosen?.category ?? null;
  const show = chosen?.show ?? 'new';
  useRestoreRowScroll(row, 'categories', category);
  return (
    <nav className={styles.filter} aria-label={exploreCopy.filter.label}>
      <ul className={styles.categories} ref={row}>
        <li>
          <ChoiceLink kind="category" tab={tab} filters={{ show }} isChosen={!category}>
            {exploreCopy.filter.all}
          </ChoiceLink>
        </li>
        {CATEGORIES.map((each) => (
          <li key={each.id}>
            <ChoiceLink
              kind="category"
              tab={tab}
              filters={{ category: each.id, show }}
              count={getCountInCategory(counts, each.id)}
              isChosen={category === each.id}
            >
              {each.name}
            </ChoiceLink>
            {category === each.id && (
              <Subcategories
                tab={tab}
                category={each}
                show={show}
                chosen={chosen?.subcategory ?? null}
                counts={counts}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SubcategoriesProps {
  tab: ExploreTab;
  category: Category;
  show: ExploreListName;
  chosen: string | null;
  counts: ArticleOrAuthorCountsByCategory;
}

function Subcategories({ tab, category, show, chosen, counts }: SubcategoriesProps) {
  const { id, name, subcategories } = category;
  const row = useRef<HTMLUListElement>(null);
  useRestoreRowScroll(row, id, chosen);
  return (
    <ul className={styles.subcategories} ref={row} aria-label={exploreCopy.filter.within(name)}>
      <li>
        <ChoiceLink
          kind="subcategory"
          tab={tab}
          filters={{ category: id, show }}
          isChosen={!chosen}
        >
          {exploreCopy.filter.all}
        </ChoiceLink>
      </li>
      {subcategories.map((each) => (
        <li key={each.id}>
          <ChoiceLink
            kind="subcategory"
            tab={tab}
            filters={{ category: id, subcategory: each.id, show }}
            count={getCountInCategory(counts, id, each.id)}
            isChosen={chosen === each.id}
          >
            {each.name}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceLinkProps {
  kind: 'category' | 'subcategory';
  tab: ExploreTab;
  /** The filters in the link's URL. */
  filters: Pick<Partial<ExploreFilters>, 'category' | 'subcategory'> & { show: ExploreListName };
  /**
   * The number of articles or authors in this category or subcategory. It is shown only with the
   * default list. Omitted for the links that remove a filter ("All").
   */
  count?: number;
  isChosen: boolean;
  children: string;
}

function ChoiceLink({
  kind,
  tab,
  filters,
  count: defaultListCount,
  isChosen,
  children,
}: ChoiceLinkProps) {
  const count = filters.show === 'new' ? defaultListCount : undefined;
  return (
    <Link
      className={`${styles[kind]} ${count === 0 ? styles.bare : ''}`}
      to={createExploreUrl(tab, filters)}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      <span className={styles.name}>
        <span>{children}</span> {count !== undefined && <Count tab={tab} count={count} />}
      </span>
    </Link>
  );
}

function Count({ tab, count }: { tab: ExploreTab; count: number }) {
  if (count === 0)
    return (
      <span key="none" className="vh">
        {exploreCopy.filter.none}
      </span>
    );
  return (
    <span key="some" className={styles.count}>
      <span>{count.toLocaleString('en-US')}</span>{' '}
      <span className="vh">{exploreCopy.tabs[tab].unit(count)}</span>
    </span>
  );
}
