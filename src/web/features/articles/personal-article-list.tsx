import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import type { ListedArticle } from '#domain/article.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import type { ReadingRecord } from '#domain/reading.ts';
import { useReader } from '#web/reader/session.ts';
import {
  type FirstPageOfArticlesInPayload,
  joinArticlePages,
  type PersonalListName,
  type PersonalListQueryParameters,
  personalArticlePagesQuery,
} from './article-pages.ts';
import { LoadedPages } from './loaded-pages.tsx';
import { usePersistedList } from './use-persisted-list.ts';

interface PersonalArticleListProps {
  list: PersonalListName;
  /** The URL of the list. */
  address: string;
  /** The list's first page, from the web page's payload. It must contain at least one article. */
  first: FirstPageOfArticlesInPayload;
  /** Additional URL parameters of the list. */
  query?: PersonalListQueryParameters;
  /**
   * A key that represents all other data on which later pages of the list depend, such as the followed authors. When
   * the key changes, the list reloads.
   */
  dependencyKey?: string;
  /** The text of the toast that appears if the next page fails to load. */
  moreFailed: string;
  /** Renders the loaded articles as a list with the given `ref`. Each item must start with a link. */
  children: (loaded: {
    articles: readonly ListedArticle[];
    authors: AuthorsByAlias;
    readings: Readonly<Record<string, ReadingRecord>>;
    ref: Ref<HTMLUListElement>;
  }) => ReactNode;
}

/**
 * A list of the reader's own articles, such as bookmarks, with a Load More button. Its loaded pages are stored in
 * session storage, and removed when the reader signs out.
 */
export function PersonalArticleList({
  list,
  first,
  query,
  dependencyKey,
  children,
  ...pagesProps
}: PersonalArticleListProps) {
  const reader = useReader()?.id ?? null;
  const options = personalArticlePagesQuery(list, reader, first, { query, dependencyKey });
  const pagesQuery = useInfiniteQuery(options);
  usePersistedList(options.queryKey, reader ? pagesQuery.data : undefined, reader);
  const loadedPages = pagesQuery.data?.pages ?? [];
  return (
    <LoadedPages pages={loadedPages} list={pagesQuery} from={first.from} {...pagesProps}>
      {(ref) => children({ ...joinArticlePages(loadedPages), ref })}
    </LoadedPages>
  );
}
