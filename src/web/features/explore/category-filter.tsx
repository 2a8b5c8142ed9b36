import { useRef } from 'react';
import { Link } from 'react-router';
import { CATEGORIES, type Category } from '#domain/categories.ts';
import type { ArticleFilters } from '#domain/page.ts';
import styles from './category-filter.module.css';
import { type ExploreTab, exploreAddress } from './exploration.ts';
import { useKeptPlace } from './kept-place.ts';

interface CategoryFilterProps {
  tab: ExploreTab;
  /** `null` when something else, a search, decides what is shown: then no choice is marked. */
  chosen: ArticleFilters | null;
}

/**
 * Categories and, within the chosen one, its subcategories: links, so that every choice has an address.
 * On a phone two rows that scroll sideways; on a wide screen an index with the subcategories nested.
 */
export function CategoryFilter({ tab, chosen }: CategoryFilterProps) {
  const row = useRef<HTMLUListElement>(null);
  const category = chosen?.category ?? null;
  useKeptPlace(row, 'categories', category);
  return (
    <nav className={styles.filter} aria-label="Categories">
      <ul className={styles.categories} ref={row}>
        <li>
          <Choice className={styles.category} to={tab} isChosen={chosen !== null && !category}>
            All
          </Choice>
        </li>
        {CATEGORIES.map((each) => (
          <li key={each.id}>
            <Choice
              className={styles.category}
              to={exploreAddress(tab, { category: each.id })}
              isChosen={category === each.id}
            >
              {each.name}
            </Choice>
            {category === each.id && (
              <Subcategories tab={tab} of={each} chosen={chosen?.subcategory ?? null} />
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
}

function Subcategories({ tab, of: { id, name, subcategories }, chosen }: SubcategoriesProps) {
  const row = useRef<HTMLUListElement>(null);
  useKeptPlace(row, id, chosen);
  return (
    <ul className={styles.subcategories} ref={row} aria-label={`Within ${name}`}>
      <li>
        <Choice
          className={styles.subcategory}
          to={exploreAddress(tab, { category: id })}
          isChosen={!chosen}
        >
          All
        </Choice>
      </li>
      {subcategories.map((each) => (
        <li key={each.id}>
          <Choice
            className={styles.subcategory}
            to={exploreAddress(tab, { category: id, subcategory: each.id })}
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
  className: string | undefined;
  to: string;
  isChosen: boolean;
  children: string;
}

function Choice({ className, to, isChosen, children }: ChoiceProps) {
  return (
    <Link
      className={className}
      to={to}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      <span>{children}</span>
    </Link>
  );
}
