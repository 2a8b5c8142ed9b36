import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from '@tanstack/react-query';
import type { ListedArticle } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import type { ArticlesScreenProps, AuthorsByAlias, SearchCorrection } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { sendGet } from '#ui/lib/api.ts';
import { finishedSet, sortUnfinishedFirst } from '#web/reader/finished-set.ts';
import { findKnownReaderItemSet } from '#web/reader/reader-sets.ts';
import { readCurrentReader } from '#web/reader/session.ts';

/** One page of search results, in the API's format (`GET /search`). */
export interface SearchResultPage {
  metas: readonly (ListedArticle & { snippet: string })[];
  authors: AuthorsByAlias;
  /** The authors who match the query. Present only on the first page. */
  matchingAuthors?: readonly AuthorSummary[];
  /** The spelling corrections that were applied to the query. */
  corrections?: readonly SearchCorrection[];
  nextToken?: string | null;
}

type SearchPages = InfiniteData<SearchResultPage, string | null>;

/**
 * Returns the options of the infinite query for a search. `initial` is the first page of results from the web page's
 * payload, if the payload contains it. Within each page of results, articles that the reader has not finished come
 * first. `finished` contains the IDs of the finished articles. During hydration, it must be `undefined`, so that the
 * order of `initial` does not change.
 */
export function searchPagesQuery(
  query: string,
  initial: ArticlesScreenProps | undefined,
  finished?: readonly string[],
) {
  return infiniteQueryOptions<SearchResultPage, Error, SearchPages, QueryKey, string | null>({
    queryKey: ['search', query, initial?.from ?? null, initial?.timestamp ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { q: query, limit: PAGE_SIZES.search, nextToken: pageParam };
      const page = await sendGet<SearchResultPage>('/search', parameters, signal);
      return { ...page, metas: sortUnfinishedFirst(page.metas, getKnownFinishedArticles()) };
    },
    initialPageParam: initial?.from ?? null,
    getNextPageParam: ({ metas, nextToken }) => (metas.length > 0 && nextToken ? nextToken : null),
    initialData: initial && createInitialPages(initial, finished),
    // The previous results stay visible while the results of a new search load.
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the IDs of the articles that the reader has finished, if they are already loaded. Does not load them, because
 * this would delay the results.
 */
function getKnownFinishedArticles(): readonly string[] | undefined {
  const reader = readCurrentReader()?.id;
  return reader ? findKnownReaderItemSet(finishedSet, reader)?.members : undefined;
}

function createInitialPages(
  props: ArticlesScreenProps,
  finished: readonly string[] | undefined,
): SearchPages {
  const { articles, authors, matchingAuthors, corrections, snippets, nextToken, from } = props;
  const metas = articles.map((article) => ({ ...article, snippet: snippets[article.id] ?? '' }));
  const sorted = sortUnfinishedFirst(metas, finished);
  const page = { metas: sorted, authors, matchingAuthors, corrections, nextToken };
  return { pages: [page], pageParams: [from] };
}
