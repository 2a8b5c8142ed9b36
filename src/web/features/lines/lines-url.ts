import type { CategoryId } from '#domain/categories.ts';

/**
 * The filters and the search query for the list of kept lines. A filter that is `null` or empty does not restrict the
 * list.
 */
export interface LineListFilters {
  category: CategoryId | null;
  /** The ID of the article whose lines are shown. */
  article: string | null;
  /** The search query. */
  query: string;
}

/** Returns the URL parameters for a view of the kept lines. Omits filters that are not set. */
export function createLinesQueryParameters({
  category,
  article,
  query,
}: Partial<LineListFilters>): Record<string, string> {
  return {
    ...(category && { category }),
    ...(article && { article }),
    ...(query && { q: query }),
  };
}

/** Returns the URL for a view of the kept lines. */
export function createLinesUrl(view: Partial<LineListFilters>): string {
  const parameters = new URLSearchParams(createLinesQueryParameters(view));
  return parameters.size ? `/profile/lines?${parameters}` : '/profile/lines';
}
