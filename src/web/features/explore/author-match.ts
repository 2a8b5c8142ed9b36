import type { AuthorSummary } from '#domain/author.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import type { ExploreFilters } from './explore-filters.ts';

/**
 * Returns true if an author is in the chosen category, and each word of the search query is the start of a word in the
 * author's alias, tagline, category or subcategory.
 */
export function doesAuthorMatchFilters(
  author: AuthorSummary,
  exploration: ExploreFilters,
): boolean {
  const { expertise } = author;
  const { category, subcategory, query } = exploration;
  if (category && expertise.category !== category) return false;
  if (category && subcategory && expertise.subcategory !== subcategory) return false;
  const known = wordsOf(
    [
      author.alias,
      author.tagline,
      getCategory(expertise.category).name,
      getSubcategory(expertise.category, expertise.subcategory).name,
    ].join(' '),
  );
  return wordsOf(query).every((sought) => known.some((word) => word.startsWith(sought)));
}

/** Splits text into lowercase words, without accents or punctuation. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
