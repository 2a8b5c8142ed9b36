import { chooseDistinctVariant } from '#covers/cover.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';

/**
 * A library article, with the number of the drawing variant that its cover uses. Each category has its own variants.
 */
export interface CoveredArticle extends LibraryArticle {
  variant: number;
}

/**
 * Returns the covers of a newly filled database, in one row per category, oldest article first. A cover's variant is
 * set in the article's file, or chosen so that it differs from earlier covers.
 */
export function listCoversByCategory(articles: readonly LibraryArticle[]): CoveredArticle[][] {
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
