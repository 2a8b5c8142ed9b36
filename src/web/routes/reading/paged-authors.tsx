import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AuthorsScreenProps } from '#domain/page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { showToast } from '#ui/toast.tsx';
import { authorListCopy } from '#web/copy/author-list.ts';
import { exploreCopy } from '#web/copy/explore.ts';
import { LoadedPages } from '#web/features/articles/loaded-pages.tsx';
import { usePersistedList } from '#web/features/articles/use-persisted-list.ts';
import { AuthorList } from '#web/features/explore/author-list.tsx';
import { authorPagesQuery } from '#web/features/explore/author-pages.ts';
import {
  createExploreUrl,
  type ExploreFilters,
  isSameCategorySelection,
} from '#web/features/explore/explore-filters.ts';
import { NoAuthors } from '#web/features/explore/no-authors.tsx';
import { useScrollToTopOnChange } from '#web/features/explore/use-scroll-to-top-on-change.ts';
import { FollowButton } from '#web/features/follows/follow-button.tsx';

interface PagedAuthorsProps {
  page: AuthorsScreenProps;
  exploration: ExploreFilters;
}

/**
 * Shows a list of authors that spans several pages, with a Load More button. The server applies the filters and the
 * search.
 */
export function PagedAuthors({ page, exploration }: PagedAuthorsProps) {
  const url = createExploreUrl('/authors', exploration);
  const results = useScrollToTopOnChange(url);
  // The payload contains the results for the URL with which the page was loaded. The API provides the results for other
  // filters and searches.
  const isPayloadCurrent =
    page.query === exploration.query && isSameCategorySelection(page.filters, exploration);
  const initial = isPayloadCurrent ? page : undefined;
  const options = authorPagesQuery(exploration, initial);
  const list = useInfiniteQuery(options);
  usePersistedList(options.queryKey, list.isPlaceholderData ? undefined : list.data);

  useEffect(() => {
    if (list.isLoadingError) showToast({ kind: 'error', text: authorListCopy.failed.toast });
  }, [list.isLoadingError]);

  const pages = list.data?.pages ?? [];
  const authors = pages.flatMap(({ metas }) => metas);
  const isFiltered = Boolean(exploration.category || exploration.query);
  return (
    <div ref={results} aria-busy={list.isPlaceholderData || list.isPending}>
      <p className="vh" role="status">
        {list.data
          ? isFiltered && exploreCopy.authorsFound(authors.length, list.hasNextPage)
          : list.isPending && authorListCopy.loading}
      </p>
      {list.isLoadingError && <AuthorsError retry={() => list.refetch()} />}
      {list.data && !authors.length && <NoAuthors exploration={exploration} counts={page.counts} />}
      {authors.length > 0 && (
        <LoadedPages
          pages={pages}
          list={list}
          address={url}
          from={initial?.from}
          moreFailed={authorListCopy.moreFailed}
          noMore={authorListCopy.noMore}
        >
          {(ref) => (
            <AuthorList
              authors={authors}
              action={({ alias }) => <FollowButton alias={alias} size="small" />}
              ref={ref}
            />
          )}
        </LoadedPages>
      )}
    </div>
  );
}

function AuthorsError({ retry }: { retry: () => void }) {
  const { title, text, retry: label } = authorListCopy.failed;
  return (
    <EmptyState
      drawing="torn"
      title={title}
      actions={
        <button className="btn btn-line" type="button" onClick={retry}>
          {label}
        </button>
      }
    >
      {text}
    </EmptyState>
  );
}
