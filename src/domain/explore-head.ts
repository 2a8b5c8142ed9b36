import { CATEGORIES, getCategory, getSubcategory } from './categories.ts';
import type { ExploreListName } from './explore-list-name.ts';
import type { CategoryOverview, ExploreSelection, PageHead } from './page.ts';

/** Phrases for page titles and descriptions, one for each list of articles on the Explore page. */
const LIST_PHRASES: Readonly<Record<ExploreListName, string>> = {
  new: 'Short articles',
  popular: 'Popular articles',
  short: 'Articles of three minutes or less',
};

/**
 * Returns the title of the Explore page for a search, or for a list of articles (all of them, or those in a category or
 * subcategory).
 */
function exploreTitle({ category, subcategory, show }: ExploreSelection, query: string): string {
  if (query) return `Search: ${query}`;
  const subject =
    category && (subcategory ? getSubcategory(category, subcategory) : getCategory(category)).name;
  if (show === 'new') return subject ?? 'Explore articles';
  return subject ? `${LIST_PHRASES[show]}: ${subject}` : LIST_PHRASES[show];
}

function exploreDescription({ category, subcategory, show }: ExploreSelection): string {
  const subject = category ? getCategory(category).name : `${CATEGORIES.length} categories`;
  const subcategoryPhrase =
    category && subcategory ? ` on ${getSubcategory(category, subcategory).name},` : '';
  return `${LIST_PHRASES[show]}${subcategoryPhrase} in ${subject}.`;
}

/**
 * Returns the document head of the Explore page. `from` is the pagination token of the current page, or `null` for the
 * first page. `overview` is the introduction of a category or subcategory, if the page shows one.
 */
export function createExploreHead(
  selection: ExploreSelection,
  query: string,
  from: string | null,
  overview?: Pick<CategoryOverview, 'title' | 'description'>,
): PageHead {
  const { category, subcategory, show } = selection;
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (subcategory) search.set('subcategory', subcategory);
  if (show !== 'new') search.set('show', show);
  return {
    title: overview?.title ?? exploreTitle(selection, query),
    description: overview?.description ?? exploreDescription(selection),
    path: search.size ? `/articles?${search}` : '/articles',
    // Search engines should index neither search results nor later pages of a list. The content of later pages shifts
    // with each new article.
    ...(query || from ? { noIndex: true } : {}),
  };
}
