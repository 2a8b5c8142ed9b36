import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ListedArticle } from '#domain/article.ts';
import type { ArticlesScreenProps, AuthorMap } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import type { ReadingRecord } from '#domain/reading.ts';
import { sendGet } from '#ui/lib/api.ts';

/** The filters of an article list. A filter that is omitted or `null` selects all articles. */
export interface ListFilters {
  alias?: string | null;
  category?: string | null;
  subcategory?: string | null;
  /** The list in Explore; by default, the newest articles. */
  show?: string | null;
}

/** One page of a list. */
export interface ListPage<Item> {
  metas: readonly Item[];
  nextToken?: string | null;
}

/** One page of an article list, as the API returns it (spec 7: GET /articles, /feed and /bookmarks). */
export interface ArticlePage extends ListPage<ListedArticle> {
  authors: AuthorMap;
  /** The reader's records by article ID. Present only for the history. */
  readings?: Readonly<Record<string, ReadingRecord>>;
}

export type ArticlePages = InfiniteData<ArticlePage, string | null>;

/** The first page of an article list, as a screen's payload contains it. */
export type ArticlePageInPayload = Pick<
  ArticlesScreenProps,
  'articles' | 'authors' | 'nextToken' | 'from'
> &
  Pick<ArticlePage, 'readings'>;

/** The first page of a public list, with the time of the last change to the list's content. */
export type PublicArticlePageInPayload = ArticlePageInPayload &
  Pick<ArticlesScreenProps, 'timestamp'>;

/** The personal lists of articles, named after their API paths. */
export type PersonalListName = 'feed' | 'bookmarks' | 'history';

/**
 * Returns the query for the pages of a public list. The first page comes from the payload if it contains one, otherwise
 * from the API.
 */
export function articlePagesQuery(
  filters: ListFilters,
  initial: PublicArticlePageInPayload | undefined,
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

/** Additional query parameters of a personal list. Empty parameters are omitted. */
export type PersonalListQueryParameters = Readonly<Record<string, string>>;

/**
 * Returns the query for the pages of a personal list, starting with the page in the payload. `reader` is the reader's
 * ID, or `null` until it is known. `dependencyKey` is a key for all other data on which later pages depend, such as the
 * followed authors. When this key or the first page changes, the list reloads.
 */
export function personalArticlePagesQuery(
  list: PersonalListName,
  reader: string | null,
  initial: ArticlePageInPayload,
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

/** Returns the articles of all pages, their authors, and the reader's records of these articles. */
export function joinArticlePages(pages: readonly ArticlePage[]): {
  articles: readonly ListedArticle[];
  authors: AuthorMap;
  readings: Readonly<Record<string, ReadingRecord>>;
} {
  return {
    articles: pages.flatMap(({ metas }) => metas),
    authors: Object.assign({}, ...pages.map(({ authors }) => authors)),
    readings: Object.assign({}, ...pages.map(({ readings }) => readings)),
  };
}

/** Time in milliseconds for which pages stay cached after the reader has left their list. */
export const LIST_LIFETIME = 15 * 60_000;

/**
 * Returns the query for the pages of any list. The last part of `queryKey` is the version of the list; see
 * `use-persisted-list.ts`.
 */
function createPagesQuery(
  queryKey: QueryKey,
  path: string,
  query: Readonly<Record<string, string | number | null>>,
  initial: ArticlePageInPayload | undefined,
) {
  return infiniteQueryOptions<ArticlePage, Error, ArticlePages, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      sendGet<ArticlePage>(path, { ...query, nextToken: pageParam }, signal),
    initialPageParam: initial?.from ?? null,
    getNextPageParam: getNextToken,
    initialData: initial && createInitialPages(initial),
    // The data never becomes stale, because a loaded list must not change while it is shown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: LIST_LIFETIME,
  });
}

/** Returns the token of the next page. Returns `null` if there is no token or the page is empty (spec 4). */
function getNextToken({ metas, nextToken }: ListPage<unknown>): string | null {
  return metas.length > 0 && nextToken ? nextToken : null;
}

function createInitialPages({ articles, from, ...page }: ArticlePageInPayload): ArticlePages {
  return { pages: [{ metas: articles, ...page }], pageParams: [from] };
}
