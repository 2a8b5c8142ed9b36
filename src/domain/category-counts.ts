/** A category and a subcategory. `count` is the number of items in them; default: one item. */
interface Standing {
  category: string;
  subcategory: string;
  count?: number;
}

/** Number of items by category and subcategory. Categories and subcategories without items are omitted. */
export type CategoryCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Counts items by category and subcategory. */
export function countByCategory(things: Iterable<Standing>): CategoryCounts {
  const counts: Record<string, Record<string, number>> = {};
  for (const { category, subcategory, count = 1 } of things) {
    const shelves = counts[category] ?? {};
    shelves[subcategory] = (shelves[subcategory] ?? 0) + count;
    counts[category] = shelves;
  }
  return counts;
}

/**
 * A subcategory's page also shows articles of related subcategories if the subcategory has fewer articles than this.
 */
const SPARSE = 6;

/**
 * Returns true if a subcategory has so few articles that its page also shows articles of related
 * subcategories.
 */
export function hasFewArticles(
  counts: CategoryCounts,
  category: string,
  subcategory: string,
): boolean {
  return getCategoryCount(counts, category, subcategory) < SPARSE;
}

/** Returns the number of items in all categories. */
export function getTotalCount(counts: CategoryCounts): number {
  return Object.keys(counts).reduce((sum, category) => sum + getCategoryCount(counts, category), 0);
}

/** Returns the number of items in a category, or in one of its subcategories. */
export function getCategoryCount(
  counts: CategoryCounts,
  category: string,
  subcategory?: string,
): number {
  const shelves = counts[category] ?? {};
  if (subcategory) return shelves[subcategory] ?? 0;
  return Object.values(shelves).reduce((sum, count) => sum + count, 0);
}
