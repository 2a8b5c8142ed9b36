/** Where something stands in the category tree; where it is several things, how many. */
interface Standing {
  category: string;
  subcategory: string;
  count?: number;
}

/** How many things stand on each shelf, by category and subcategory; empty shelves are left out. */
export type CategoryCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Counts what stands where. */
export function countByCategory(things: Iterable<Standing>): CategoryCounts {
  const counts: Record<string, Record<string, number>> = {};
  for (const { category, subcategory, count = 1 } of things) {
    const shelves = counts[category] ?? {};
    shelves[subcategory] = (shelves[subcategory] ?? 0) + count;
    counts[category] = shelves;
  }
  return counts;
}

/** A subcategory with fewer articles than this is followed by related ones. */
const SPARSE = 6;

/** Returns true for a subcategory whose list is too short to stand alone. */
export function hasFewArticles(
  counts: CategoryCounts,
  category: string,
  subcategory: string,
): boolean {
  return getCount(counts, category, subcategory) < SPARSE;
}

/** How many there are in a category, or on one shelf of it. */
export function getCount(counts: CategoryCounts, category: string, subcategory?: string): number {
  const shelves = counts[category] ?? {};
  if (subcategory) return shelves[subcategory] ?? 0;
  return Object.values(shelves).reduce((sum, count) => sum + count, 0);
}
