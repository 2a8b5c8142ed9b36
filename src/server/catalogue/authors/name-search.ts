import { and, or, type SQL, sql } from 'drizzle-orm';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import { authors } from './schema.ts';

/**
 * The words of a name search. Each word is an array of alternatives, which consist of lower-case letters and digits.
 */
export type NameWords = readonly (readonly string[])[];

/** Splits typed text into the words of a name search. */
export function parseNameWords(text: string): NameWords {
  return parseSearchQuery(text).map((word) => [word]);
}

/**
 * Returns an SQL condition that is true for authors whose alias matches all `words`. A word matches if a
 * hyphen-separated part of the alias begins with one of the word's alternatives. Returns `undefined` if there are no
 * words.
 *
 * PostgreSQL finds rare words with the index `authors_by_name`, and common words by reading the authors in the order of
 * their aliases.
 */
export function nameSearchCondition(words: NameWords): SQL | undefined {
  return and(...words.map((alternatives) => or(...alternatives.map(startsAPart))));
}

/** `LIKE` needs no escaping here, because the words contain only letters and digits. */
const startsAPart = (word: string) => sql`'-' || ${authors.aliasKey} LIKE ${`%-${word}%`}`;
