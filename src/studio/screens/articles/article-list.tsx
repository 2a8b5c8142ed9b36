import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { copy } from '../../copy.ts';
import { allArticlesQuery, articleQuery } from '../../lib/article-queries.ts';
import { useRunCommandFromUrl } from '../../lib/commands.ts';
import { useMediaQuery, WIDE_WINDOW_MEDIA_QUERY } from '../../lib/use-media-query.ts';
import { Icon } from '../../ui/icons.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ArticleCards } from './article-cards.tsx';
import { ArticleFilterControls, StatusFilter } from './article-filters.tsx';
import {
  type ArticleRow,
  createArticleRow,
  filterAndCountRows,
  matchesStatusOrFlag,
} from './article-rows.ts';
import { ArticleTable } from './article-table.tsx';
import { NewArticleDialog } from './new-article-dialog.tsx';
import { useArticleFilterAndSorting } from './use-article-filter-and-sorting.ts';

const words = copy.articles;

/** Lists all articles, regardless of author and status. */
export function ArticleList() {
  const query = useQuery(allArticlesQuery);
  const [isCreating, setCreating] = useState(false);
  useRunCommandFromUrl(
    'begin',
    useCallback(() => setCreating(true), []),
  );
  const rows = useMemo(() => query.data?.map(createArticleRow), [query.data]);
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <button className="btn btn-red" type="button" onClick={() => setCreating(true)}>
            <Icon name="add" /> {words.add}
          </button>
        }
      >
        {rows ? words.count(rows.length) : words.counting}
      </ScreenHeader>
      <QueryContent query={{ ...query, data: rows }} lines={12}>
        {(allRows) => <FilteredArticles allRows={allRows} />}
      </QueryContent>
      <NewArticleDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

/** Filters and sorts the given articles, and lists them as a table or, on a phone, as cards. */
function FilteredArticles({ allRows }: { allRows: readonly ArticleRow[] }) {
  const list = useArticleFilterAndSorting();
  const { filter, sorting, sort, clear } = list;
  const { text, author, category, status } = filter;
  const isWide = useMediaQuery(WIDE_WINDOW_MEDIA_QUERY);
  const authors = useMemo(
    () => [...new Set(allRows.map((row) => row.author))].toSorted(),
    [allRows],
  );
  const { rows: matchingRows, counts } = useMemo(
    () => filterAndCountRows(allRows, { text, author, category }),
    [allRows, text, author, category],
  );
  const rows = useMemo(
    () => (status ? matchingRows.filter((row) => matchesStatusOrFlag(row, status)) : matchingRows),
    [matchingRows, status],
  );
  const prefetch = usePrefetchArticle();
  useRestoredScroll();

  return (
    <>
      <ArticleFilterControls list={list} authors={authors} showsSortField={!isWide} />
      <StatusFilter list={list} total={matchingRows.length} counts={counts} />
      <p className="vh" role="status">
        {words.count(rows.length)}
      </p>
      {rows.length === 0 ? (
        <EmptyState
          drawing="lens"
          title={words.none}
          actions={
            <button className="btn btn-line" type="button" onClick={clear}>
              {words.showAll}
            </button>
          }
        >
          {words.noneNote}
        </EmptyState>
      ) : isWide ? (
        <ArticleTable rows={rows} sorting={sorting} onSort={sort} onIntent={prefetch} />
      ) : (
        <ArticleCards rows={rows} sorting={sorting} onIntent={prefetch} />
      )}
    </>
  );
}

/**
 * Time in milliseconds that the pointer must rest on a row before the article is prefetched. Without a delay, scrolling
 * would prefetch every article whose row passes under the pointer.
 */
const HOVER_DELAY = 80;

/** Returns a function that prefetches an article that the editor is likely to open. */
function usePrefetchArticle(): (id: string) => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => void queryClient.prefetchQuery(articleQuery(id)),
        HOVER_DELAY,
      );
    },
    [queryClient],
  );
}

/** Scroll positions of the article list in pixels, by the search string of the URL. */
const scrollPositions = new Map<string, number>();

/** Restores the list's scroll position when the editor navigates back to it. */
function useRestoredScroll() {
  const { search } = useLocation();
  const isBackNavigation = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs only on the first render
  useLayoutEffect(() => {
    const top = scrollPositions.get(search);
    // The position is restored one frame later, because the shell first scrolls every new screen to the top.
    const frame = isBackNavigation && top ? requestAnimationFrame(() => scrollTo(0, top)) : 0;
    const storePosition = () => scrollPositions.set(location.search, scrollY);
    addEventListener('scroll', storePosition, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', storePosition);
    };
  }, []);
}
