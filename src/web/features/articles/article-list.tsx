import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { showToast } from '#ui/toast.tsx';
import { articleListsCopy } from '#web/copy/article-lists.ts';
import type { RenderCardAction } from './article-card.tsx';
import { ArticleGrid, ArticleGridSkeleton } from './article-grid.tsx';
import {
  articlePagesQuery,
  type FirstPageOfPublicArticlesInPayload,
  joinArticlePages,
  type ListFilters,
} from './article-pages.ts';
import { LoadedPages } from './loaded-pages.tsx';
import { usePersistedList } from './use-persisted-list.ts';

interface ArticleListProps {
  filters: ListFilters;
  /** The first page of the list, if the web page's payload contains it. If omitted, it is fetched from the API. */
  initial?: FirstPageOfPublicArticlesInPayload | undefined;
  /** The URL of the list. */
  address: string;
  /** The value of the `sizes` attribute: the rendered width of a cover image. */
  sizes: string;
  action: RenderCardAction;
  /** Content to show if the list is empty. */
  nothing: ReactNode;
  /**
   * True while the content above the list is still loading. The list then shows its placeholder, even if its articles
   * have loaded.
   */
  isWaiting?: boolean;
}

/**
 * A list of articles with a Load More button. When the reader returns to the list or reloads the page, the pages that
 * were loaded before appear again immediately.
 */
export function ArticleList({
  filters,
  initial,
  address,
  nothing,
  isWaiting,
  ...gridProps
}: ArticleListProps) {
  const options = articlePagesQuery(filters, initial);
  const list = useInfiniteQuery(options);
  usePersistedList(options.queryKey, list.data);

  useEffect(() => {
    if (list.isLoadingError) showToast({ kind: 'error', text: ERROR_MESSAGES.articlesFailed });
  }, [list.isLoadingError]);

  if (list.isPending || isWaiting)
    return (
      <>
        <p className="vh" role="status">
          {articleListsCopy.loading}
        </p>
        <ArticleGridSkeleton />
      </>
    );

  if (!list.data)
    return (
      <EmptyState
        drawing="torn"
        title={articleListsCopy.failed.title}
        actions={
          <button className="btn btn-line" type="button" onClick={() => list.refetch()}>
            {articleListsCopy.failed.retry}
          </button>
        }
      >
        {articleListsCopy.failed.text}
      </EmptyState>
    );

  const { pages } = list.data;
  if (pages.every(({ metas }) => metas.length === 0)) return nothing;
  return (
    <LoadedPages pages={pages} list={list} address={address} from={initial?.from}>
      {(ref) => <ArticleGrid {...joinArticlePages(pages)} {...gridProps} ref={ref} />}
    </LoadedPages>
  );
}
