import { chooseVariant } from '#covers/cover.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';

/** An article of the library, with the variant of its category's drawings that its cover uses. */
export interface CoveredArticle extends LibraryArticle {
  variant: number;
}

/**
 * Returns the covers of a newly filled database in a row per category, oldest first. The variant of a cover is set in the
 * article's file, or chosen so that it differs from earlier covers.
 */
export function listCovers(articles: readonly LibraryArticle[]): CoveredArticle[][] {
  return CATEGORIES.map(({ id }) => {
    const variants: number[] = [];
    return articles
      .filter(({ article }) => article.category === id)
      .toSorted((a, b) => a.article.published.localeCompare(b.article.published))
      .map((each) => {
        const variant = each.article.drawing ?? chooseVariant(id, each.id, variants);
        variants.unshift(variant);
        return { ...each, variant };
      });
  });
}
