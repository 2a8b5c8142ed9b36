import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ListedArticle } from '#domain/article.ts';
import type { ArticlesScreenProps, AuthorsByAlias } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import type { ReadingRecord } from '#domain/reading.ts';
import { sendGet } from '#ui/lib/api.ts';

/** The filters of an article list. A filter that is omitted or `null` does not restrict the list. */
export interface ListFilters {
  alias?: string | null;
  category?: string | null;
  subcategory?: string | null;
  /**
   * The name of the list to show on the Explore page, such as `short`. By default, the page shows the newest articles.
   */
  show?: string | null;
}

/** One page of a paginated list. */
export interface ListPage<Item> {
  metas: readonly Item[];
  nextToken?: string | null;
}

/** One page of an article list, in the API's format (spec 7: GET /articles, /feed and /bookmarks). */
export interface PageOfArticles extends ListPage<ListedArticle> {
  authors: AuthorsByAlias;
  /** The reader's progress in each article, by article ID. Present only in the reading history. */
  readings?: Readonly<Record<string, ReadingRecord>>;
}

export type ArticlePages = InfiniteData<PageOfArticles, string | null>;

/** The first page of an article list, in the format that a web page's payload uses. */
export type FirstPageOfArticlesInPayload = Pick<
  ArticlesScreenProps,
  'articles' | 'authors' | 'nextToken' | 'from'
> &
  Pick<PageOfArticles, 'readings'>;

/** The first page of a public article list, with the time at which the list's content last changed. */
export type FirstPageOfPublicArticlesInPayload = FirstPageOfArticlesInPayload &
  Pick<ArticlesScreenProps, 'timestamp'>;

/** The names of the reader's own article lists. They are also the API paths. */
export type PersonalListName = 'feed' | 'bookmarks' | 'history';

/**
 * Returns the options of the infinite query for a public article list. The list's first page comes from the web page's
 * payload if the payload contains it, and from the API otherwise.
 */
export function articlePagesQuery(
  filters: ListFilters,
  initial: FirstPageOfPublicArticlesInPayload | undefined,
) {
  const { alias = null, category = null, subcategory = null, show = null } = filters;
  return createPagesQuery(
    [
      'articles',
      { alias, category, subcategory, show },
      initial?.from ?? null,
      initial?.timestamp ?? null,
    ],
    '/articles',
    { alias, category, subcategory, show, limit: PAGE_SIZES.articles },
    initial,
  );
}

/** Additional URL parameters of a personal list. Empty parameters are omitted. */
export type PersonalListQueryParameters = Readonly<Record<string, string>>;

/**
 * Returns the options of the infinite query for a personal article list. The list's first page comes from the web
 * page's payload. `reader` is the reader's ID, or `null` until it is known. `dependencyKey` represents all other data
 * on which later pages of the list depend, such as the followed authors. When this key or the list's first page
 * changes, the list reloads.
 */
export function personalArticlePagesQuery(
  list: PersonalListName,
  reader: string | null,
  initial: FirstPageOfArticlesInPayload,
  {
    query = {},
    dependencyKey = '',
  }: { query?: PersonalListQueryParameters | undefined; dependencyKey?: string | undefined } = {},
) {
  const version = `${dependencyKey} ${initial.articles.map(({ id }) => id)}`;
  const { from } = initial;
  const keyParameters = { ...query, ...(from ? { from } : {}) };
  return createPagesQuery(
    [list, reader, ...(Object.keys(keyParameters).length ? [keyParameters] : []), version],
    `/${list}`,
    { limit: PAGE_SIZES[list], ...query },
    initial,
  );
}

/** Combines the articles, the authors and the reader's progress from all pages of a list. */
export function joinArticlePages(pages: readonly PageOfArticles[]): {
  articles: readonly ListedArticle[];
  authors: AuthorsByAlias;
  readings: Readonly<Record<string, ReadingRecord>>;
} {
  return {
    articles: pages.flatMap(({ metas }) => metas),
    authors: Object.assign({}, ...pages.map(({ authors }) => authors)),
    readings: Object.assign({}, ...pages.map(({ readings }) => readings)),
  };
}

/** After the reader has left a list, its pages stay cached for this many milliseconds. */
export const LIST_CACHE_LIFETIME = 15 * 60_000;

/**
 * Returns the options of the infinite query for any article list. The last part of `queryKey` is the list's version
 * (see `use-persisted-list.ts`).
 */
function createPagesQuery(
  queryKey: QueryKey,
  path: string,
  query: Readonly<Record<string, string | number | null>>,
  initial: FirstPageOfArticlesInPayload | undefined,
) {
  return infiniteQueryOptions<PageOfArticles, Error, ArticlePages, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      sendGet<PageOfArticles>(path, { ...query, nextToken: pageParam }, signal),
    initialPageParam: initial?.from ?? null,
    getNextPageParam: getNextToken,
    initialData: initial && createInitialPages(initial),
    // The data never becomes stale, because stale data would be fetched again, and a loaded list must not change while
    // it is shown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: LIST_CACHE_LIFETIME,
  });
}

/** Returns the pagination token of the next page. Returns `null` if there is no token or the page is empty (spec 4). */
function getNextToken({ metas, nextToken }: ListPage<unknown>): string | null {
  return metas.length > 0 && nextToken ? nextToken : null;
}

function createInitialPages({
  articles,
  from,
  ...page
}: FirstPageOfArticlesInPayload): ArticlePages {
  return { pages: [{ metas: articles, ...page }], pageParams: [from] };
}
