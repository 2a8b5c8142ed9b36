import { chooseDistinctVariant } from '#covers/cover.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';

/**
 * A library article with the variant of its cover. The variant is the number of the cover's drawing among the drawings
 * for the article's category.
 */
export interface ArticleWithCover extends LibraryArticle {
  variant: number;
}

/**
 * Returns the articles with their covers, one list for each category, oldest article first. The covers are those of a
 * newly filled database. An article's file may specify the variant of its cover. Otherwise, the variant is chosen so
 * that the cover differs from the covers of earlier articles.
 */
export function listArticlesWithCoversByCategory(
  articles: readonly LibraryArticle[],
): ArticleWithCover[][] {
  return CATEGORIES.map(({ id }) => {
    const variants: number[] = [];
    return articles
      .filter(({ article }) => article.category === id)
      .toSorted((a, b) => a.article.published.localeCompare(b.article.published))
      .map((libraryArticle) => {
        const variant =
          libraryArticle.article.drawing ?? chooseDistinctVariant(id, libraryArticle.id, variants);
        variants.unshift(variant);
        return { ...libraryArticle, variant };
      });
  });
}
