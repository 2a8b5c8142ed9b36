/** A number of articles or authors in a subcategory. `count` defaults to 1. */
interface CategorizedCount {
  category: string;
  subcategory: string;
  count?: number;
}

/**
 * Number of articles or authors by category ID and subcategory ID. One object counts either articles or authors.
 * Categories and subcategories with a count of 0 are omitted.
 */
export type ArticleOrAuthorCountsByCategory = Readonly<
  Record<string, Readonly<Record<string, number>>>
>;

/** Counts articles or authors by category and subcategory. */
export function countArticlesOrAuthorsByCategory(
  items: Iterable<CategorizedCount>,
): ArticleOrAuthorCountsByCategory {
  const counts: Record<string, Record<string, number>> = {};
  for (const { category, subcategory, count = 1 } of items) {
    const bySubcategory = counts[category] ?? {};
    bySubcategory[subcategory] = (bySubcategory[subcategory] ?? 0) + count;
    counts[category] = bySubcategory;
  }
  return counts;
}

/** Number of articles below which a subcategory's page also shows articles from related subcategories. */
const SPARSE_THRESHOLD = 6;

/** Returns true if a subcategory has so few articles that its page also shows articles from related subcategories. */
export function isSparseSubcategory(
  counts: ArticleOrAuthorCountsByCategory,
  category: string,
  subcategory: string,
): boolean {
  return getCountInCategory(counts, category, subcategory) < SPARSE_THRESHOLD;
}

/** Returns the total number of articles or authors in all categories. */
export function getCountInAllCategories(counts: ArticleOrAuthorCountsByCategory): number {
  return Object.keys(counts).reduce(
    (sum, category) => sum + getCountInCategory(counts, category),
    0,
  );
}

/** Returns the number of articles or authors in a category, or in one of its subcategories. */
export function getCountInCategory(
  counts: ArticleOrAuthorCountsByCategory,
  category: string,
  subcategory?: string,
): number {
  const bySubcategory = counts[category] ?? {};
  if (subcategory) return bySubcategory[subcategory] ?? 0;
  return Object.values(bySubcategory).reduce((sum, count) => sum + count, 0);
}
