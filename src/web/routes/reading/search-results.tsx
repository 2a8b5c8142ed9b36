import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { ArticlesScreenProps, SearchCorrection } from '#domain/page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { ArticleRows, ArticleRowsSkeleton } from '#web/features/articles/article-rows.tsx';
import { LoadedPages } from '#web/features/articles/loaded-pages.tsx';
import { usePersistedList } from '#web/features/articles/use-persisted-list.ts';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { AuthorList } from '#web/features/explore/author-list.tsx';
import { createExploreUrl } from '#web/features/explore/explore-filters.ts';
import { searchPagesQuery } from '#web/features/explore/search-pages.ts';
import { trimSnippetToMatch } from '#web/features/explore/snippet.ts';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { finishedSet } from '#web/reader/finished-set.ts';
import { useReaderSetItems } from '#web/reader/reader-sets.ts';
import styles from './search-results.module.css';

interface SearchResultsProps {
  query: string;
  /** The page's payload, or `undefined` if it belongs to another search. */
  initial: ArticlesScreenProps | undefined;
}

/** Shows the results of a search: matching authors, then articles, each with the matching excerpt. */
export function SearchResults({ query, initial }: SearchResultsProps) {
  const options = searchPagesQuery(query, initial, useReaderSetItems(finishedSet));
  const search = useInfiniteQuery(options);
  usePersistedList(options.queryKey, search.isPlaceholderData ? undefined : search.data);

  useEffect(() => {
    if (search.isLoadingError) showToast({ kind: 'error', text: ERROR_MESSAGES.articlesFailed });
  }, [search.isLoadingError]);

  if (search.isPending)
    return (
      <>
        <p className={styles.count} role="status">
          {exploreCopy.search.pending(query)}
        </p>
        <ArticleRowsSkeleton />
      </>
    );
  if (!search.data) return <SearchError retry={() => search.refetch()} />;

  const { pages } = search.data;
  const articles = pages.flatMap(({ metas }) => metas);
  const matchingAuthors = pages[0]?.matchingAuthors ?? [];
  const snippets = Object.fromEntries(
    articles.map(({ id, snippet }) => [id, trimSnippetToMatch(snippet)]),
  );
  const corrections = pages[0]?.corrections ?? [];
  const count = formatResultCount(articles.length, matchingAuthors.length, search.hasNextPage);

  return (
    <div className={styles.results} aria-busy={search.isPlaceholderData}>
      <Outcome query={query} count={count} corrections={corrections} />
      {!count && <NothingFound query={query} />}
      {matchingAuthors.length > 0 && (
        <AuthorList
          authors={matchingAuthors}
          action={({ alias }) => <FollowButton alias={alias} size="small" />}
        />
      )}
      {articles.length > 0 && (
        <LoadedPages
          pages={pages}
          list={search}
          address={createExploreUrl('/articles', { query })}
          from={initial?.from}
        >
          {(ref) => (
            <ArticleRows
              articles={articles}
              snippets={snippets}
              action={(article) => <BookmarkButton article={article} quiet />}
              ref={ref}
            />
          )}
        </LoadedPages>
      )}
    </div>
  );
}

interface OutcomeProps {
  query: string;
  /** Text with the number of results, or `undefined` if there are none. */
  count: string | undefined;
  corrections: readonly SearchCorrection[];
}

/** Announces the number of results, and any words of the query that were corrected. */
function Outcome({ query, count, corrections }: OutcomeProps) {
  if (!count)
    return (
      <p className="vh" role="status">
        {exploreCopy.noResults.title}
      </p>
    );
  if (corrections.length === 0)
    return (
      <p className={styles.count} role="status">
        {exploreCopy.search.found(count, query)}
      </p>
    );
  const shownWords = CONJUNCTION.format(corrections.map((each) => DISJUNCTION.format(each.shown)));
  const typedWords = DISJUNCTION.format(corrections.map((each) => `“${each.typed}”`));
  return (
    <p className={styles.count} role="status">
      <b>{exploreCopy.search.showing(shownWords)}</b>
      <span>{exploreCopy.search.insteadOf(count, typedWords)}</span>
    </p>
  );
}

const CONJUNCTION = new Intl.ListFormat('en-US', { type: 'conjunction' });
const DISJUNCTION = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Formats the number of results as "2 authors and 3 articles". Returns `undefined` if nothing was found. */
function formatResultCount(
  articleCount: number,
  authorCount: number,
  hasMore: boolean,
): string | undefined {
  const parts = [
    authorCount > 0 && exploreCopy.search.authors(authorCount),
    articleCount > 0 && exploreCopy.search[hasMore ? 'firstArticles' : 'articles'](articleCount),
  ].filter((part) => part !== false);
  const text = CONJUNCTION.format(parts);
  return text ? text[0]!.toUpperCase() + text.slice(1) : undefined;
}

function NothingFound({ query }: { query: string }) {
  return (
    <EmptyState
      drawing="lens"
      title={exploreCopy.noResults.title}
      actions={
        <>
          <Link className="btn btn-red" to="/articles">
            {exploreCopy.noResults.clear}
          </Link>
          <Link className="btn btn-text" to="/authors">
            {exploreCopy.noResults.browseAuthors}
          </Link>
        </>
      }
    >
      {exploreCopy.noResults.text(query)}
    </EmptyState>
  );
}

function SearchError({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      drawing="torn"
      title={exploreCopy.searchFailed.title}
      actions={
        <button className="btn btn-red" type="button" onClick={retry}>
          {exploreCopy.searchFailed.retry}
        </button>
      }
    >
      {exploreCopy.searchFailed.text}
    </EmptyState>
  );
}
