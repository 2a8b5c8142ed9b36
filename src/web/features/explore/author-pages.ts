import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from '@tanstack/react-query';
import type { AuthorSummary } from '#domain/author.ts';
import type { AuthorsByAlias, AuthorsScreenProps } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { sendGet } from '#ui/lib/api.ts';
import type { ExploreFilters } from './explore-filters.ts';

/** One page of the author list, which is sorted by alias. */
interface AuthorPage {
  metas: readonly AuthorSummary[];
  nextToken: string | null;
}

type AuthorPages = InfiniteData<AuthorPage, string | null>;

/**
 * Returns the options of the infinite query for a list of authors. `initial` is the list's first page from the web
 * page's payload, if the payload contains it.
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
    // The previous authors stay visible while the authors for new filters load.
    placeholderData: keepPreviousData,
    // The data never becomes stale, because stale data would be fetched again, and a loaded list must not change while
    // it is shown.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function toPage({ authors, nextToken }: { authors: AuthorsByAlias; nextToken: string | null }) {
  return { metas: Object.values(authors), nextToken };
}
