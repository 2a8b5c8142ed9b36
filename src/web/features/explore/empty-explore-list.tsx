import { getCategory, getSubcategory } from '#domain/categories.ts';
import {
  type ArticleOrAuthorCountsByCategory,
  getCountInCategory,
} from '#domain/category-counts.ts';
import type { ExploreSelection } from '#domain/page.ts';
import { EmptyState, type EmptyStateDrawingName } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { createExploreUrl, type ExploreFilters, type ExploreTab } from './explore-filters.ts';

interface EmptyExploreListProps {
  tab: ExploreTab;
  /** The filters for which the list is empty. */
  filters: Pick<ExploreFilters, keyof ExploreSelection>;
  counts: ArticleOrAuthorCountsByCategory;
}

/**
 * The message for an empty list of articles or authors. It links to the newest articles in the same subcategory. If the
 * subcategory itself is empty, it links to the whole category. If the category is empty too, it links to all articles
 * or authors.
 */
export function EmptyExploreList({ tab, ...list }: EmptyExploreListProps) {
  const { title, text, next } = describeEmptyList(tab, list);
  return (
    <EmptyState
      drawing={DRAWINGS[tab]}
      title={title}
      actions={
        next && (
          <Link className="btn btn-line" to={next[0]}>
            {next[1]}
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

/** Returns the message's title and text, and the URL and text of its link. */
function describeEmptyList(
  tab: ExploreTab,
  { filters: { category, subcategory, show }, counts }: Omit<EmptyExploreListProps, 'tab'>,
): { title: string; text: string; next?: [url: string, text: string] } {
  const { lists, tabs, moreInCategory, browse } = exploreCopy;
  const { title, anywhere, here, all } = tabs[tab].empty;
  if (show !== 'new') {
    const text = lists.empty[show];
    if (!category || !getCountInCategory(counts, category))
      return { title, text, next: [tab, all] };
    const topic =
      subcategory && getCountInCategory(counts, category, subcategory) ? subcategory : undefined;
    const { name } = topic ? getSubcategory(category, topic) : getCategory(category);
    const newestUrl = createExploreUrl(tab, { category, subcategory: topic });
    return { title, text, next: [newestUrl, browse(name)] };
  }
  if (!category) return { title, text: anywhere };
  const { name } = getCategory(category);
  if (!subcategory) return { title, text: here(name), next: [tab, all] };
  const text = here(getSubcategory(category, subcategory).name);
  const categoryCount = getCountInCategory(counts, category);
  return categoryCount > 0
    ? {
        title,
        text: text + moreInCategory(categoryCount, name),
        next: [createExploreUrl(tab, { category }), browse(name)],
      }
    : { title, text, next: [tab, all] };
}

const DRAWINGS: Readonly<Record<ExploreTab, EmptyStateDrawingName>> = {
  '/articles': 'shelf',
  '/authors': 'portrait',
};
