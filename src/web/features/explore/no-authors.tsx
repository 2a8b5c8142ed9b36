import type { ArticleOrAuthorCountsByCategory } from '#domain/category-counts.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { EmptyExploreList } from './empty-explore-list.tsx';
import { createExploreUrl, type ExploreFilters } from './explore-filters.ts';

interface NoAuthorsProps {
  exploration: ExploreFilters;
  counts: ArticleOrAuthorCountsByCategory;
}

/**
 * The message for an empty list of authors. After a search, it links to the list of all authors, and to the same search
 * for articles.
 */
export function NoAuthors({ exploration, counts }: NoAuthorsProps) {
  const { query } = exploration;
  if (!query) return <EmptyExploreList tab="/authors" filters={exploration} counts={counts} />;
  return (
    <EmptyState
      drawing="portrait"
      title={exploreCopy.noAuthorMatch.title}
      actions={
        <>
          <Link className="btn btn-red" to="/authors">
            {exploreCopy.noAuthorMatch.all}
          </Link>
          <Link className="btn btn-text" to={createExploreUrl('/articles', { query })}>
            {exploreCopy.noAuthorMatch.searchArticles}
          </Link>
        </>
      }
    >
      {exploreCopy.noAuthorMatch.text(query)}
    </EmptyState>
  );
}
