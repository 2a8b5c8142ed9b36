import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MESSAGES } from '#domain/messages.ts';
import type { ArticlesProps, Correction } from '#domain/page.ts';
import { ArticleRows, ArticleRowsSkeleton } from '#web/features/articles/article-rows.tsx';
import { useKeptList } from '#web/features/articles/kept-list.ts';
import { LoadedPages } from '#web/features/articles/loaded-pages.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { AuthorList } from '#web/features/explore/author-list.tsx';
import { exploreAddress } from '#web/features/explore/exploration.ts';
import { searchPages } from '#web/features/explore/search-pages.ts';
import { fromMatch } from '#web/features/explore/snippet.ts';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { showToast } from '#web/ui/toast.tsx';
import styles from './search-results.module.css';

interface SearchResultsProps {
  query: string;
  /** The payload, when it is that of this very search. */
  initial: ArticlesProps | undefined;
}

/** What a search found: authors of that name, then articles with the words that matched. */
export function SearchResults({ query, initial }: SearchResultsProps) {
  const options = searchPages(query, initial);
  const search = useInfiniteQuery(options);
  useKeptList(options.queryKey, search.isPlaceholderData ? undefined : search.data);

  useEffect(() => {
    if (search.isLoadingError) showToast({ kind: 'error', text: MESSAGES.articlesFailed });
  }, [search.isLoadingError]);

  if (search.isPending)
    return (
      <>
        <p className={styles.count} role="status">
          {`Searching for “${query}”`}
        </p>
        <ArticleRowsSkeleton />
      </>
    );
  if (!search.data) return <Failed retry={() => search.refetch()} />;

  const { pages } = search.data;
  const found = pages.flatMap(({ metas }) => metas);
  const matchingAuthors = pages[0]?.matchingAuthors ?? [];
  const snippets = Object.fromEntries(found.map(({ id, snippet }) => [id, fromMatch(snippet)]));
  const corrections = pages[0]?.corrections ?? [];
  const count = countOf(found.length, matchingAuthors.length, search.hasNextPage);

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
      {found.length > 0 && (
        <LoadedPages
          pages={pages}
          list={search}
          address={exploreAddress('/articles', { query })}
          from={initial?.from}
        >
          {({ articles, ref }) => (
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
  /** What was found; `undefined` when nothing was. */
  count: string | undefined;
  corrections: readonly Correction[];
}

/** Says what came of a search, and whether it was taken for another. */
function Outcome({ query, count, corrections }: OutcomeProps) {
  if (!count)
    return (
      <p className="vh" role="status">
        No articles found
      </p>
    );
  if (corrections.length === 0)
    return (
      <p className={styles.count} role="status">
        {`${count} for “${query}”`}
      </p>
    );
  const shown = AND.format(corrections.map((each) => OR.format(each.shown)));
  const typed = OR.format(corrections.map((each) => `“${each.typed}”`));
  return (
    <p className={styles.count} role="status">
      <b>{`Showing ${shown}`}</b>
      <span>{`. ${count}. Nothing here has ${typed}.`}</span>
    </p>
  );
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "2 authors and 3 articles"; `undefined` when nothing was found. */
function countOf(articles: number, authors: number, hasMore: boolean): string | undefined {
  const parts = [
    authors > 0 && (authors === 1 ? '1 author' : `${authors} authors`),
    articles > 0 &&
      (hasMore
        ? `the first ${articles} articles`
        : articles === 1
          ? '1 article'
          : `${articles} articles`),
  ].filter(Boolean);
  const text = parts.join(' and ');
  return text ? text[0]!.toUpperCase() + text.slice(1) : undefined;
}

function NothingFound({ query }: { query: string }) {
  return (
    <EmptyState
      drawing="lens"
      title="No articles found"
      actions={
        <>
          <Link className="btn btn-red" to="/articles">
            Clear the search
          </Link>
          <Link className="btn btn-text" to="/authors">
            Browse authors
          </Link>
        </>
      }
    >
      {`Nothing here speaks of “${query}”. A shorter word, or the name of a thing, often finds more.`}
    </EmptyState>
  );
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      drawing="torn"
      title="The search did not come back"
      actions={
        <button className="btn btn-red" type="button" onClick={retry}>
          Try Again
        </button>
      }
    >
      The connection may have dropped. Trying again often helps.
    </EmptyState>
  );
}
