import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedArticle } from '#domain/article.ts';
import { type CategoryId, getSubcategory } from '#domain/categories.ts';
import { CATEGORY_INTRODUCTIONS } from '#domain/category-introductions.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { sendGet } from '#ui/lib/api.ts';
import { exploreCopy } from '#web/copy/explore.ts';
import { ArticleCarousel } from './article-carousel.tsx';
import { ArticleCarouselSkeleton } from './article-carousel-skeleton.tsx';
import type { ArticlePage } from './article-pages.ts';
import styles from './category-intro-with-articles.module.css';

interface CategoryOpeningProps {
  category: CategoryId;
  /** The introductory articles, if the payload has them for this category. Otherwise, the API provides them. */
  initial?: readonly ListedArticle[] | undefined;
}

/** The introduction to a category: its description, and a few introductory articles. */
export function CategoryIntroWithArticles({ category, initial }: CategoryOpeningProps) {
  const { data: articles, isPending } = useQuery(startOf(category, initial));
  return (
    <div className={styles.opening}>
      <p className={styles.introduction}>{CATEGORY_INTRODUCTIONS[category]}</p>
      {isPending && (
        <ArticleCarouselSkeleton title={exploreCopy.startHere} size={PAGE_SIZES.startHere} />
      )}
      {articles && (
        <ArticleCarousel
          title={exploreCopy.startHere}
          articles={articles}
          isBesideList
          detailOf={({ subcategory }) => getSubcategory(category, subcategory).name}
        />
      )}
      {articles && articles.length > 0 && (
        <p className={`title ${styles.list}`}>{exploreCopy.newestFirst}</p>
      )}
    </div>
  );
}

function startOf(category: CategoryId, initial: readonly ListedArticle[] | undefined) {
  return queryOptions({
    queryKey: ['articles', 'start', category],
    queryFn: async ({ signal }): Promise<readonly ListedArticle[]> => {
      const query = { category, startHere: 'true', limit: PAGE_SIZES.startHere };
      const { metas } = await sendGet<ArticlePage>('/articles', query, signal);
      return metas;
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
