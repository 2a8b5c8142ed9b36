import { coverVariant } from '#covers/cover.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';

/** An article and the variant of its category's drawings that it has. */
export interface CoveredArticle extends LibraryArticle {
  variant: number;
}

/**
 * The covers that articles have on an empty shelf, a row a category, oldest first: each as its file says, or chosen
 * with those before it in view.
 */
export function coversOf(articles: readonly LibraryArticle[]): CoveredArticle[][] {
  return CATEGORIES.map(({ id }) => {
    const variants: number[] = [];
    return articles
      .filter(({ article }) => article.category === id)
      .toSorted((a, b) => a.article.published.localeCompare(b.article.published))
      .map((each) => {
        const variant = each.article.drawing ?? coverVariant(id, each.id, variants);
        variants.unshift(variant);
        return { ...each, variant };
      });
  });
}
