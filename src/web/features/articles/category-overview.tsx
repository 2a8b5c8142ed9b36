import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSubcategory } from '#domain/categories.ts';
import type { CategoryOverview as Overview } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { authorPath } from '#domain/paths.ts';
import { Avatar } from '#ui/avatar.tsx';
import { sendGet } from '#ui/lib/api.ts';
import { Link } from '#ui/link.tsx';
import { TextSkeleton } from '#ui/skeleton.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { ArticleCarousel } from './article-carousel.tsx';
import { ArticleCarouselSkeleton } from './article-carousel-skeleton.tsx';
import { LIST_CACHE_LIFETIME } from './article-pages.ts';
import styles from './category-overview.module.css';

interface CategoryOverviewProps {
  category: string;
  subcategory: string | null;
  overview: Overview;
}

/** The introduction to a category or subcategory: a description, its authors, and articles to start with. */
export function CategoryOverview({ category, subcategory, overview }: CategoryOverviewProps) {
  const { introduction, authors, startHere } = overview;
  return (
    <div className={styles.opening}>
      <p className={styles.introduction}>{introduction}</p>
      {authors.length > 0 && (
        <ul className={styles.authors} aria-label={exploreCopy.writtenBy}>
          {authors.map(({ alias, profileImage }) => (
            <li key={alias}>
              <Link className={styles.author} to={authorPath(alias)}>
                <Avatar image={profileImage} name={alias} size={32} />
                <span>{alias}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ArticleCarousel
        title={exploreCopy.startHere}
        articles={startHere}
        isBesideList
        detailOf={(article) =>
          subcategory ? article.authorAlias : getSubcategory(category, article.subcategory).name
        }
      />
      {startHere.length > 0 && <p className={`title ${styles.list}`}>{exploreCopy.newestFirst}</p>}
    </div>
  );
}

interface CategoryOverviewSkeletonProps {
  /** True if the overview will contain articles, so that the placeholder includes a carousel. */
  hasArticles: boolean;
}

/** The placeholder for a category overview that is still loading. */
export function CategoryOverviewSkeleton({ hasArticles }: CategoryOverviewSkeletonProps) {
  return (
    <div className={styles.opening}>
      <TextSkeleton />
      {hasArticles && (
        <ArticleCarouselSkeleton title={exploreCopy.startHere} size={PAGE_SIZES.startHere} />
      )}
    </div>
  );
}

/**
 * Loads the overview of a category or subcategory. `initial` is the overview from the page's payload, if the payload
 * contains it. Loads nothing if `category` is `null`.
 */
export function useCategoryOverview(
  { category, subcategory }: { category: string | null; subcategory: string | null },
  initial: Overview | undefined,
) {
  return useQuery(
    queryOptions({
      queryKey: ['categories', category, subcategory],
      queryFn: ({ signal }) =>
        sendGet<Overview>('/categories/overview', { category, subcategory }, signal),
      enabled: category !== null,
      initialData: initial,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: LIST_CACHE_LIFETIME,
    }),
  );
}
