import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { MESSAGES } from '#domain/messages.ts';
import type { AuthorMap } from '#domain/page.ts';
import { showToast } from '#web/ui/toast.tsx';
import type { CardAction } from './article-card.tsx';
import { ArticleGrid } from './article-grid.tsx';
import type { ArticlePage } from './article-pages.ts';
import styles from './loaded-pages.module.css';

interface LoadedPagesProps {
  pages: readonly ArticlePage[];
  list: MorePages;
  /** Said when a further page does not come. */
  moreFailed?: string;
  /** How wide one cover stands, in the words of the `sizes` attribute. */
  sizes: string;
  /** Why a search found each, by article id: sanitised HTML with `<mark>`. */
  snippets?: Readonly<Record<string, string>>;
  action: CardAction;
}

/** The pages of a list that are there, one after the other, and the way to the next. */
export function LoadedPages({ pages, list, moreFailed, ...shown }: LoadedPagesProps) {
  const articles = pages.flatMap(({ metas }) => metas);
  const authors: AuthorMap = Object.assign({}, ...pages.map((page) => page.authors));
  const { grid, loadMore } = useLoadMore(list, pages.length, moreFailed);
  return (
    <>
      <ArticleGrid ref={grid} articles={articles} authors={authors} {...shown} />
      <div className={styles.more}>
        {list.hasNextPage ? (
          <button
            className="btn btn-line btn-l needs-js"
            type="button"
            aria-disabled={list.isFetchingNextPage}
            onClick={loadMore}
          >
            {list.isFetchingNextPage ? 'Loading...' : 'Load More'}
          </button>
        ) : (
          <p className={styles.end}>No more articles</p>
        )}
      </div>
    </>
  );
}

/** What of a query of pages is needed to go on with it. */
type MorePages = Pick<
  UseInfiniteQueryResult<InfiniteData<ArticlePage>>,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Fetches the next page; the keyboard then goes on from the first article that is new. */
function useLoadMore(list: MorePages, pages: number, failed: string = MESSAGES.moreArticlesFailed) {
  const grid = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it answers the arrival of a page
  useEffect(() => {
    if (firstNew.current === undefined) return;
    grid.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true });
    firstNew.current = undefined;
  }, [pages]);

  async function loadMore() {
    if (list.isFetchingNextPage) return;
    firstNew.current = grid.current?.children.length;
    const { isFetchNextPageError } = await list.fetchNextPage();
    if (!isFetchNextPageError) return;
    firstNew.current = undefined;
    showToast({ kind: 'error', text: failed });
  }
  return { grid, loadMore };
}
