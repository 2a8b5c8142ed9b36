import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ArticleMeta } from '#domain/article.ts';
import type { ArticleListProps, AuthorMap } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { get } from '#web/lib/api.ts';

/** What a list of articles is narrowed to; what is absent or `null` means all. */
export interface ListFilters {
  alias?: string | null;
  category?: string | null;
  subcategory?: string | null;
}

/** One page, as the API answers (spec 7, GET /articles). */
export interface ArticlePage {
  metas: readonly ArticleMeta[];
  authors: AuthorMap;
  nextToken?: string | null;
}

export type ArticlePages = InfiniteData<ArticlePage, string | null>;

/** How long pages that are no longer on show are kept, for a reader who comes back. */
const KEPT = 15 * 60_000;

/**
 * The pages of a list of articles. With the page the server gave, it starts from that; without, it asks for
 * the first. What is loaded stays as it is: a list does not change under the reader.
 */
export function articlePages(filters: ListFilters, initial: ArticleListProps | undefined) {
  const { alias = null, category = null, subcategory = null } = filters;
  return infiniteQueryOptions<ArticlePage, Error, ArticlePages, QueryKey, string | null>({
    queryKey: ['articles', { alias, category, subcategory }, initial?.timestamp ?? null],
    queryFn: ({ pageParam, signal }) =>
      get<ArticlePage>(
        '/articles',
        { alias, category, subcategory, limit: PAGE_SIZES.articles, nextToken: pageParam },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: nextTokenOf,
    initialData: initial && firstPage(initial),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT,
  });
}

/** There is more unless the token is absent or the page is empty (spec 4). */
function nextTokenOf({ metas, nextToken }: ArticlePage): string | null {
  return metas.length > 0 && nextToken ? nextToken : null;
}

function firstPage({ articles, authors, nextToken }: ArticleListProps): ArticlePages {
  return { pages: [{ metas: articles, authors, nextToken }], pageParams: [null] };
}
