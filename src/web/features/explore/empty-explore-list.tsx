import { getCategory, getSubcategory } from '#domain/categories.ts';
import { type ArticleOrAuthorCountsByCategory, getCategoryCount } from '#domain/category-counts.ts';
import type { CategorySelection } from '#domain/page.ts';
import { EmptyState, type EmptyStateDrawingName } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { createExploreUrl, type ExploreFilters, type ExploreTab } from './explore-filters.ts';

interface EmptyExploreListProps {
  tab: ExploreTab;
  /** The filters of the empty list. */
  filters: Pick<ExploreFilters, keyof CategorySelection>;
  counts: ArticleOrAuthorCountsByCategory;
}

/**
 * The message for an empty list of articles or authors. In a subcategory, it links to the whole category, unless the
 * category is also empty.
 */
export function EmptyExploreList({ tab, filters, counts }: EmptyExploreListProps) {
  const drawing = DRAWINGS[tab];
  const { title, anywhere, here, all } = exploreCopy.tabs[tab].empty;
  const { category, subcategory } = filters;
  if (!category)
    return (
      <EmptyState drawing={drawing} title={title}>
        {anywhere}
      </EmptyState>
    );
  const { name } = getCategory(category);
  const around = subcategory ? getCategoryCount(counts, category) : 0;
  const more = around > 0 ? exploreCopy.moreInCategory(around, name) : '';
  const categoryName = subcategory ? getSubcategory(category, subcategory).name : name;
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      actions={
        around > 0 ? (
          <Link className="btn btn-line" to={createExploreUrl(tab, { category })}>
            {exploreCopy.browse(name)}
          </Link>
        ) : (
          <Link className="btn btn-line" to={tab}>
            {all}
          </Link>
        )
      }
    >
      {here(categoryName) + more}
    </EmptyState>
  );
}

const DRAWINGS: Readonly<Record<ExploreTab, EmptyStateDrawingName>> = {
  '/articles': 'shelf',
  '/authors': 'portrait',
};
