import type { AuthorSummary } from '#domain/author.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import type { ExploreFilters } from './explore-filters.ts';

/**
 * Returns true if an author matches the category filters and the search query. Each word of the query must be the start
 * of a word in the author's alias, tagline, category or subcategory.
 */
export function doesAuthorMatchFilters(author: AuthorSummary, filters: ExploreFilters): boolean {
  const { expertise } = author;
  const { category, subcategory, query } = filters;
  if (category && expertise.category !== category) return false;
  if (category && subcategory && expertise.subcategory !== subcategory) return false;
  const authorWords = splitWords(
    [
      author.alias,
      author.tagline,
      getCategory(expertise.category).name,
      getSubcategory(expertise.category, expertise.subcategory).name,
    ].join(' '),
  );
  return splitWords(query).every((prefix) => authorWords.some((word) => word.startsWith(prefix)));
}

/** Splits text into lowercase words, without accents or punctuation. */
function splitWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
