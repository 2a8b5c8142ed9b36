import type { AuthorsScreenProps } from '#domain/page.ts';
import { exploreCopy } from '#web/copy/explore.ts';
import { AuthorList } from '#web/features/explore/author-list.tsx';
import { doesAuthorMatchFilters } from '#web/features/explore/author-match.ts';
import type { ExploreFilters } from '#web/features/explore/explore-filters.ts';
import { ExploreLayout } from '#web/features/explore/explore-layout.tsx';
import { NoAuthors } from '#web/features/explore/no-authors.tsx';
import { useExploreFilters } from '#web/features/explore/use-explore-filters.ts';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import { PagedAuthors } from './paged-authors.tsx';

/** Shows Explore's Authors tab. If the payload contains all authors, the filters and the search run in the browser. */
export function AuthorsScreen() {
  const page = useScreenProps('authors');
  const { exploration, search } = useExploreFilters('/authors');
  return (
    <ExploreLayout tab="/authors" exploration={exploration} counts={page.counts} onSearch={search}>
      {isComplete(page) ? (
        <AllAuthors page={page} exploration={exploration} />
      ) : (
        <PagedAuthors page={page} exploration={exploration} />
      )}
    </ExploreLayout>
  );
}

function isComplete({ filters, query, from, nextToken }: AuthorsScreenProps): boolean {
  return !filters.category && !query && from === null && nextToken === null;
}

interface AllAuthorsProps {
  /** The payload, which must contain all authors. */
  page: AuthorsScreenProps;
  exploration: ExploreFilters;
}

function AllAuthors({ page, exploration }: AllAuthorsProps) {
  const matchingAuthors = Object.values(page.authors).filter((each) =>
    doesAuthorMatchFilters(each, exploration),
  );
  const isFiltered = Boolean(exploration.category || exploration.query);
  return (
    <>
      <p className="vh" role="status">
        {isFiltered && exploreCopy.authorsFound(matchingAuthors.length, false)}
      </p>
      {matchingAuthors.length > 0 ? (
        <AuthorList
          authors={matchingAuthors}
          action={({ alias }) => <FollowButton alias={alias} size="small" />}
        />
      ) : (
        <NoAuthors exploration={exploration} counts={page.counts} />
      )}
    </>
  );
}
