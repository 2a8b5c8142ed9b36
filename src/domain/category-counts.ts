/** Position of an item in the category tree; `count` if it stands for several. */
interface Standing {
  category: string;
  subcategory: string;
  count?: number;
}

/** Number of items by category and subcategory, without empty ones. */
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

/** Number of articles below which a subcategory also shows related ones. */
const SPARSE = 6;

/** Returns true if a subcategory's list is too short to stand alone. */
export function hasFewArticles(
  counts: CategoryCounts,
  category: string,
  subcategory: string,
): boolean {
  return getCount(counts, category, subcategory) < SPARSE;
}

/** Returns the number of items in a category, or in one of its subcategories. */
export function getCount(counts: CategoryCounts, category: string, subcategory?: string): number {
  const shelves = counts[category] ?? {};
  if (subcategory) return shelves[subcategory] ?? 0;
  return Object.values(shelves).reduce((sum, count) => sum + count, 0);
}
