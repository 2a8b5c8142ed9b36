import { useRef } from 'react';
import { CATEGORIES, type Category } from '#domain/categories.ts';
import { type ArticleOrAuthorCountsByCategory, getCategoryCount } from '#domain/category-counts.ts';
import type { CategorySelection } from '#domain/page.ts';
import { Link } from '#ui/link.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import styles from './category-filter.module.css';
import { createExploreUrl, type ExploreFilters, type ExploreTab } from './explore-filters.ts';
import { useStoredRowScroll } from './stored-row-scroll.ts';

interface CategoryFilterProps {
  tab: ExploreTab;
  /** The chosen category and subcategory; `null` during a search that covers all categories. */
  chosen: CategorySelection | null;
  /** Number of items in each category and subcategory. */
  counts: ArticleOrAuthorCountsByCategory;
}

/**
 * Links to all categories and to the subcategories of the current category, so that every choice has a URL. Each link
 * shows its number of items. Links to empty categories are less prominent. On a phone, the links form two rows that
 * scroll sideways. On a wide screen, they form an index with nested subcategories.
 */
export function CategoryFilter({ tab, chosen, counts }: CategoryFilterProps) {
  const row = useRef<HTMLUListElement>(null);
  const category = chosen?.category ?? null;
  useStoredRowScroll(row, 'categories', category);
  return (
    <nav className={styles.filter} aria-label={exploreCopy.filter.label}>
      <ul className={styles.categories} ref={row}>
        <li>
          <Choice kind="category" tab={tab} isChosen={!category}>
            {exploreCopy.filter.all}
          </Choice>
        </li>
        {CATEGORIES.map((each) => (
          <li key={each.id}>
            <Choice
              kind="category"
              tab={tab}
              leadsTo={{ category: each.id }}
              count={getCategoryCount(counts, each.id)}
              isChosen={category === each.id}
            >
              {each.name}
            </Choice>
            {category === each.id && (
              <Subcategories
                tab={tab}
                of={each}
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
  of: Category;
  chosen: string | null;
  counts: ArticleOrAuthorCountsByCategory;
}

function Subcategories({ tab, of, chosen, counts }: SubcategoriesProps) {
  const { id, name, subcategories } = of;
  const row = useRef<HTMLUListElement>(null);
  useStoredRowScroll(row, id, chosen);
  return (
    <ul className={styles.subcategories} ref={row} aria-label={exploreCopy.filter.within(name)}>
      <li>
        <Choice kind="subcategory" tab={tab} leadsTo={{ category: id }} isChosen={!chosen}>
          {exploreCopy.filter.all}
        </Choice>
      </li>
      {subcategories.map((each) => (
        <li key={each.id}>
          <Choice
            kind="subcategory"
            tab={tab}
            leadsTo={{ category: id, subcategory: each.id }}
            count={getCategoryCount(counts, id, each.id)}
            isChosen={chosen === each.id}
          >
            {each.name}
          </Choice>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  kind: 'category' | 'subcategory';
  tab: ExploreTab;
  /** The filters that the link sets. Default: none. */
  leadsTo?: Pick<Partial<ExploreFilters>, 'category' | 'subcategory'>;
  /** The number of items, which the link shows. Omitted if the number is visible elsewhere on the screen. */
  count?: number;
  isChosen: boolean;
  children: string;
}

function Choice({ kind, tab, leadsTo = {}, count, isChosen, children }: ChoiceProps) {
  return (
    <Link
      className={`${styles[kind]} ${count === 0 ? styles.bare : ''}`}
      to={createExploreUrl(tab, leadsTo)}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      <span className={styles.name}>
        <span>{children}</span> {count !== undefined && <Count tab={tab} of={count} />}
      </span>
    </Link>
  );
}

function Count({ tab, of }: { tab: ExploreTab; of: number }) {
  if (of === 0)
    return (
      <span key="none" className="vh">
        {exploreCopy.filter.none}
      </span>
    );
  return (
    <span key="some" className={styles.count}>
      <span>{of.toLocaleString('en-US')}</span>{' '}
      <span className="vh">{exploreCopy.tabs[tab].unit(of)}</span>
    </span>
  );
}
