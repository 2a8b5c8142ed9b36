import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from '@tanstack/react-query';
import type { AuthorSummary } from '#domain/author.ts';
import type { AuthorMap, AuthorsScreenProps } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { sendGet } from '#ui/lib/api.ts';
import type { ExploreFilters } from './explore-filters.ts';

/** One page of a list of authors, sorted by alias. */
interface AuthorPage {
  metas: readonly AuthorSummary[];
  nextToken: string | null;
}

type AuthorPages = InfiniteData<AuthorPage, string | null>;

/**
 * Returns the query for the pages of a list of authors. `initial` is the first page, if the payload has it for these
 * filters and this search.
 */
export function authorPagesQuery(
  { category, subcategory, query }: ExploreFilters,
  initial: AuthorsScreenProps | undefined,
) {
  return infiniteQueryOptions<AuthorPage, Error, AuthorPages, QueryKey, string | null>({
    queryKey: [
      'authors',
      { category, subcategory, query },
      initial?.from ?? null,
      initial?.timestamp ?? null,
    ],
    queryFn: async ({ pageParam: nextToken, signal }) => {
      const filters = { category, subcategory, q: query };
      return toPage(
        await sendGet('/authors', { ...filters, limit: PAGE_SIZES.authors, nextToken }, signal),
      );
    },
    initialPageParam: initial?.from ?? null,
    getNextPageParam: ({ nextToken }) => nextToken,
    initialData: initial && { pages: [toPage(initial)], pageParams: [initial.from] },
    // The current authors stay visible while the authors for new filters load.
    placeholderData: keepPreviousData,
    // The data never becomes stale, because a loaded list must not change while it is shown.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function toPage({ authors, nextToken }: { authors: AuthorMap; nextToken: string | null }) {
  return { metas: Object.values(authors), nextToken };
}
