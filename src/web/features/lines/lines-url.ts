import type { CategoryId } from '#domain/categories.ts';

/** The filters of the list of lines. A filter that is `null` or empty selects all lines. */
export interface LinesView {
  category: CategoryId | null;
  /** The ID of the article whose lines are shown. */
  article: string | null;
  /** The search query. */
  query: string;
}

/** Returns the query parameters for a view of the lines, omitting filters that are not set. */
export function createLinesQueryParameters({
  category,
  article,
  query,
}: Partial<LinesView>): Record<string, string> {
  return {
    ...(category && { category }),
    ...(article && { article }),
    ...(query && { q: query }),
  };
}

/** Returns the URL for a view of the lines. */
export function createLinesUrl(view: Partial<LinesView>): string {
  const parameters = new URLSearchParams(createLinesQueryParameters(view));
  return parameters.size ? `/profile/lines?${parameters}` : '/profile/lines';
}
