import { type CategoryCounts, countByCategory } from '#domain/category-counts.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { AuthorList } from '#web/features/explore/author-list.tsx';
import { matchesFilters } from '#web/features/explore/author-match.ts';
import { EmptyShelf } from '#web/features/explore/empty-shelf.tsx';
import { type Exploration, exploreUrl } from '#web/features/explore/exploration.ts';
import { ExploreLayout } from '#web/features/explore/explore-layout.tsx';
import { useExploration } from '#web/features/explore/use-exploration.ts';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { usePage } from '#web/pages/use-page.ts';

/** Explore's Authors tab. The payload contains all authors, and the browser applies filters and search. */
export function Authors() {
  const { authors } = usePage('authors');
  const { exploration, search } = useExploration('/authors');
  const shown = Object.values(authors).filter((author) => matchesFilters(author, exploration));
  const counts = countByCategory(Object.values(authors).map(({ expertise }) => expertise));
  const isNarrowed = Boolean(exploration.category || exploration.query);
  return (
    <ExploreLayout tab="/authors" exploration={exploration} counts={counts} onSearch={search}>
      <p className="vh" role="status">
        {isNarrowed && exploreCopy.authorsFound(shown.length)}
      </p>
      {shown.length > 0 ? (
        <AuthorList
          authors={shown}
          action={({ alias }) => <FollowButton alias={alias} size="small" />}
        />
      ) : (
        <NoAuthors exploration={exploration} counts={counts} />
      )}
    </ExploreLayout>
  );
}

function NoAuthors({ exploration, counts }: { exploration: Exploration; counts: CategoryCounts }) {
  const { query } = exploration;
  if (!query) return <EmptyShelf tab="/authors" filters={exploration} counts={counts} />;
  return (
    <EmptyState
      drawing="portrait"
      title={exploreCopy.noAuthorMatch.title}
      actions={
        <>
          <Link className="btn btn-red" to="/authors">
            {exploreCopy.noAuthorMatch.all}
          </Link>
          <Link className="btn btn-text" to={exploreUrl('/articles', { query })}>
            {exploreCopy.noAuthorMatch.searchArticles}
          </Link>
        </>
      }
    >
      {exploreCopy.noAuthorMatch.text(query)}
    </EmptyState>
  );
}
