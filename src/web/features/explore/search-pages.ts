import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from '@tanstack/react-query';
import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import type { ArticlesScreenProps, AuthorMap, SearchCorrection } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { sendGet } from '#ui/lib/api.ts';

/** One page of search results, as the API returns it (`GET /search`). */
export interface SearchPage {
  metas: readonly (ArticleMeta & { snippet: string })[];
  authors: AuthorMap;
  /** Matching authors, present only on the first page of results. */
  matchingAuthors?: readonly AuthorSummary[];
  /** The words of the query that were corrected. */
  corrections?: readonly SearchCorrection[];
  nextToken?: string | null;
}

type SearchPages = InfiniteData<SearchPage, string | null>;

/**
 * Returns the query for the result pages of a search. `initial` is the first page, if the payload of the
 * current page contains it.
 */
export function searchPagesQuery(query: string, initial: ArticlesScreenProps | undefined) {
  return infiniteQueryOptions<SearchPage, Error, SearchPages, QueryKey, string | null>({
    queryKey: ['search', query, initial?.from ?? null, initial?.timestamp ?? null],
    queryFn: ({ pageParam, signal }) =>
      sendGet<SearchPage>(
        '/search',
        { q: query, limit: PAGE_SIZES.search, nextToken: pageParam },
        signal,
      ),
    initialPageParam: initial?.from ?? null,
    getNextPageParam: ({ metas, nextToken }) => (metas.length > 0 && nextToken ? nextToken : null),
    initialData: initial && firstPage(initial),
    // The previous results stay visible while the results of a new search load.
    placeholderData: keepPreviousData,
  });
}

function firstPage(props: ArticlesScreenProps): SearchPages {
  const { articles, authors, matchingAuthors, corrections, snippets, nextToken, from } = props;
  const metas = articles.map((article) => ({ ...article, snippet: snippets[article.id] ?? '' }));
  const page = { metas, authors, matchingAuthors, corrections, nextToken };
  return { pages: [page], pageParams: [from] };
}
