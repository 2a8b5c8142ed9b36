import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedArticle } from '#domain/article.ts';
import { getSubcategory } from '#domain/categories.ts';
import { sendGet } from '#ui/lib/api.ts';
import { exploreCopy } from '#web/copy/explore.ts';
import { ArticleCarousel } from './article-carousel.tsx';
import type { PageOfArticles } from './article-pages.ts';

interface RelatedArticlesProps {
  category: string;
  subcategory: string;
  /** The related articles, if the page's payload contains them. If they are omitted, they are fetched from the API. */
  initial?: readonly ListedArticle[] | undefined;
}

/** A carousel with articles from the three most closely related subcategories, for pages with few articles. */
export function RelatedSubcategoryArticles({
  category,
  subcategory,
  initial,
}: RelatedArticlesProps) {
  const { data: articles = [] } = useQuery(relatedArticlesQuery(category, subcategory, initial));
  return (
    <ArticleCarousel
      title={exploreCopy.related}
      articles={articles}
      detailOf={(article) => getSubcategory(article.category, article.subcategory).name}
    />
  );
}

function relatedArticlesQuery(
  category: string,
  subcategory: string,
  initial: readonly ListedArticle[] | undefined,
) {
  return queryOptions({
    queryKey: ['articles', 'related', category, subcategory],
    queryFn: async ({ signal }): Promise<readonly ListedArticle[]> => {
      const query = { category, subcategory };
      const { metas } = await sendGet<PageOfArticles>('/articles/related', query, signal);
      return metas;
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
