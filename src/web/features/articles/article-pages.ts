import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ArticleMeta } from '#domain/article.ts';
import type { ArticleListProps, AuthorMap } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { get } from '#ui/lib/api.ts';

/** What a list of articles is narrowed to; what is absent or `null` means all. */
export interface ListFilters {
  alias?: string | null;
  category?: string | null;
  subcategory?: string | null;
}

/** One page, as the API answers (spec 7: GET /articles, /feed and /bookmarks). */
export interface ArticlePage {
  metas: readonly ArticleMeta[];
  authors: AuthorMap;
  nextToken?: string | null;
}

export type ArticlePages = InfiniteData<ArticlePage, string | null>;

/** The first page, as the payload of a screen has it. */
export type FirstPage = Pick<ArticleListProps, 'articles' | 'authors' | 'nextToken' | 'from'>;

/** The lists that are a reader's own, by the name of their call. */
export type OwnList = 'feed' | 'bookmarks';

/**
 * The pages of a list of articles. With the page the server gave, it starts from that; without, it asks for
 * the first.
 */
export function articlePages(filters: ListFilters, initial: ArticleListProps | undefined) {
  const { alias = null, category = null, subcategory = null } = filters;
  return pagesOf(
    [
      'articles',
      { alias, category, subcategory },
      initial?.from ?? null,
      initial?.timestamp ?? null,
    ],
    '/articles',
    { alias, category, subcategory, limit: PAGE_SIZES.articles },
    initial,
  );
}

/** What a list of the reader's own is asked for beside a page of it; what is empty means nothing. */
export type OwnQuery = Readonly<Record<string, string>>;

/**
 * The pages of a list of the reader's own, from the one on that their page brought. `reader` is their id, `null`
 * until it is known. `makeup` is whatever else decides what later pages hold: when it changes, the list starts anew,
 * as it does when the first page is another.
 */
export function ownArticlePages(
  list: OwnList,
  reader: string | null,
  initial: FirstPage,
  { query = {}, makeup = '' }: { query?: OwnQuery | undefined; makeup?: string | undefined } = {},
) {
  const version = `${makeup} ${initial.articles.map(({ id }) => id)}`;
  const { from } = initial;
  const asked = { ...query, ...(from ? { from } : {}) };
  return pagesOf(
    [list, reader, ...(Object.keys(asked).length ? [asked] : []), version],
    `/${list}`,
    { limit: PAGE_SIZES[list], ...query },
    initial,
  );
}

/** How long pages that are no longer on show are kept, for a reader who comes back. */
const LIFETIME = 15 * 60_000;

/** The last part of `queryKey` tells one version of a list from the next; see `stored-list.ts`. */
function pagesOf(
  queryKey: QueryKey,
  path: string,
  query: Readonly<Record<string, string | number | null>>,
  initial: FirstPage | undefined,
) {
  return infiniteQueryOptions<ArticlePage, Error, ArticlePages, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      get<ArticlePage>(path, { ...query, nextToken: pageParam }, signal),
    initialPageParam: initial?.from ?? null,
    getNextPageParam: nextTokenOf,
    initialData: initial && pagesFrom(initial),
    // What is loaded stays as it is: a list does not change under the reader.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: LIFETIME,
  });
}

/** There is more unless the token is absent or the page is empty (spec 4). */
function nextTokenOf({ metas, nextToken }: ArticlePage): string | null {
  return metas.length > 0 && nextToken ? nextToken : null;
}

function pagesFrom({ articles, authors, nextToken, from }: FirstPage): ArticlePages {
  return { pages: [{ metas: articles, authors, nextToken }], pageParams: [from] };
}
