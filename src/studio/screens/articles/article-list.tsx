import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { CATEGORIES } from '#domain/categories.ts';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { copy } from '../../copy.ts';
import { allArticlesQuery, articleQuery } from '../../lib/article-queries.ts';
import { useRunCommandFromUrl } from '../../lib/commands.ts';
import { useMediaQuery, WIDE_SCREEN_QUERY } from '../../lib/use-media-query.ts';
import { Icon } from '../../ui/icons.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ArticleCards } from './article-cards.tsx';
import styles from './article-list.module.css';
import {
  ARTICLE_FLAGS,
  ARTICLE_STATUSES,
  type ArticleRow,
  createArticleRow,
  filterAndCountRows,
  matchesStatusOrFlag,
} from './article-rows.ts';
import { ArticleTable } from './article-table.tsx';
import { NewArticleDialog } from './new-article-dialog.tsx';
import { parseSorting, useArticleFilterAndSorting } from './use-article-filter-and-sorting.ts';

const words = copy.articles;

/** Lists the articles of all authors and statuses. */
export function ArticleList() {
  const query = useQuery(allArticlesQuery);
  const [isBeginning, setBeginning] = useState(false);
  useRunCommandFromUrl(
    'begin',
    useCallback(() => setBeginning(true), []),
  );
  const rows = useMemo(() => query.data?.map(createArticleRow), [query.data]);
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <button className="btn btn-red" type="button" onClick={() => setBeginning(true)}>
            <Icon name="add" /> {words.add}
          </button>
        }
      >
        {rows ? words.count(NUMBER.format(rows.length)) : words.counting}
      </ScreenHeader>
      <QueryBoundary query={{ ...query, data: rows }} lines={12}>
        {(all) => <FilteredArticles all={all} />}
      </QueryBoundary>
      <NewArticleDialog isOpen={isBeginning} onClose={() => setBeginning(false)} />
    </>
  );
}

const NUMBER = new Intl.NumberFormat('en-US');

function FilteredArticles({ all }: { all: readonly ArticleRow[] }) {
  const { filter, typed, type, sorting, sort, narrow, clear } = useArticleFilterAndSorting();
  const { text, author, category, status } = filter;
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY);
  const authors = useMemo(() => [...new Set(all.map((row) => row.author))].toSorted(), [all]);
  const { rows: left, counts } = useMemo(
    () => filterAndCountRows(all, { text, author, category }),
    [all, text, author, category],
  );
  const rows = useMemo(
    () => (status ? left.filter((row) => matchesStatusOrFlag(row, status)) : left),
    [left, status],
  );
  const prefetch = usePrefetchArticle();
  useRestoredScroll();

  return (
    <>
      <div className={styles.filters}>
        <div className={styles.search}>
          <Icon name="search" />
          <input
            type="search"
            aria-label={words.filterLabel}
            placeholder={words.filter}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        </div>
        <select
          aria-label={words.author}
          value={author}
          onChange={({ target }) => narrow({ author: target.value })}
        >
          <option value="">{words.allAuthors}</option>
          {authors.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <select
          aria-label={words.category}
          value={category}
          onChange={({ target }) => narrow({ category: target.value })}
        >
          <option value="">{words.allCategories}</option>
          {CATEGORIES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        {!isWide && (
          <select
            className={styles.sorting}
            aria-label={words.sortBy}
            value={`${sorting.desc ? '-' : ''}${sorting.id}`}
            onChange={({ target }) => sort(parseSorting(target.value))}
          >
            {Object.entries(SORT_OPTIONS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <fieldset className={styles.tabs}>
        <legend className="vh">{words.status}</legend>
        <StatusButton
          name={words.all}
          count={left.length}
          isOn={!status}
          onPress={() => narrow({ status: '' })}
        />
        {ARTICLE_STATUSES.map((each) => (
          <StatusButton
            key={each}
            name={ARTICLE_STATE_MACHINE.states[each].label}
            count={counts.get(each) ?? 0}
            isOn={status === each}
            onPress={() => narrow({ status: each })}
          />
        ))}
        {Object.entries(ARTICLE_FLAGS).map(
          ([each, { label }]) =>
            (counts.has(each) || status === each) && (
              <StatusButton
                key={each}
                name={label}
                count={counts.get(each) ?? 0}
                isOn={status === each}
                onPress={() => narrow({ status: each })}
              />
            ),
        )}
      </fieldset>
      <p className="vh" role="status">
        {`${rows.length} articles`}
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

/** Sort orders that a select field offers on phones, because cards have no column headers. */
const SORT_OPTIONS: Readonly<Record<string, string>> = {
  '-savedAt': words.bySaved,
  '-publishedAt': words.byPublished,
  title: words.byTitle,
  author: words.byAuthor,
  status: words.byStatus,
  category: words.byCategory,
  '-minutes': words.byLength,
};

interface TabProps {
  name: string;
  count: number;
  isOn: boolean;
  onPress: () => void;
}

function StatusButton({ name, count, isOn, onPress }: TabProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress}>
      {name} <span>{NUMBER.format(count)}</span>
    </button>
  );
}

/**
 * Milliseconds that the pointer must rest on a row before the article is prefetched. Without a delay, scrolling would
 * prefetch every row that passes under the pointer.
 */
const HOVER_DELAY = 80;

/** Returns a function that prefetches an article that the editor is likely to open. */
function usePrefetchArticle(): (id: string) => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void queries.prefetchQuery(articleQuery(id)), HOVER_DELAY);
    },
    [queries],
  );
}

/** Scroll positions of the article list in pixels, by the search string of the URL. */
const scrollPositions = new Map<string, number>();

/** Restores the list's scroll position when the editor navigates back to it. */
function useRestoredScroll() {
  const { search } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs only on the first render
  useLayoutEffect(() => {
    const top = scrollPositions.get(search);
    // The shell first scrolls every new screen to the top, so the list's scroll position is restored one frame later.
    const frame = isBack && top ? requestAnimationFrame(() => scrollTo(0, top)) : 0;
    const remember = () => scrollPositions.set(location.search, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', remember);
    };
  }, []);
}
