import { type SQL, sql } from 'drizzle-orm';
import type { SearchCorrection } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import {
  canBeCorrected,
  computeEditDistance,
  hasMaxWordLength,
  listTranspositions,
} from '#server/platform/text/words.ts';

/**
 * Maximum number of misspelled words that are corrected per query. Correcting a word takes as long as the rest of the
 * search.
 */
const MAX_CORRECTED_WORDS = 3;

/** The lexemes (normalized words) that a query word may match. */
export interface SearchTerm {
  /**
   * Alternative lexemes in `to_tsquery` syntax. There is one list for the text search configuration `english` and one
   * for `simple`.
   */
  english: string[];
  simple: string[];
}

interface WordAnalysis {
  word: string;
  isStopWord: boolean;
  /**
   * True if the word occurs in an article. For the last word of a query, it is enough that a word in an article begins
   * with it.
   */
  isKnown: boolean;
}

/**
 * Returns the lexemes that each word of a query may match. If `correctsSpelling` is true, also returns corrections for
 * misspelled words. Ignores stop words such as "the", unless the query contains no other words.
 */
export async function resolveSearchTerms(
  queries: Queries,
  words: readonly string[],
  correctsSpelling: boolean,
): Promise<{ terms: SearchTerm[]; corrections: SearchCorrection[] }> {
  const analyses = await analyzeWords(queries, words);
  const contentWords = analyses.filter(({ isStopWord }) => !isStopWord);
  const searchedWords = contentWords.length ? contentWords : analyses;
  const unknownWords = searchedWords.filter(({ isStopWord, isKnown }) => !isStopWord && !isKnown);
  const misspelled = unknownWords.map(({ word }) => word).filter(canBeCorrected);
  const wordsToCorrect = correctsSpelling ? misspelled.slice(0, MAX_CORRECTED_WORDS) : [];
  const similarWords = await findSimilar(queries, wordsToCorrect);
  const findCorrections = (word: string) => findNearestWords(word, similarWords.get(word) ?? []);
  const terms = searchedWords.map(({ word, isStopWord }) => {
    const isPrefix = word === words.at(-1) || hasMaxWordLength(word);
    return toTerm(word, isStopWord, findCorrections(word), isPrefix);
  });
  const corrections = [...similarWords.keys()].flatMap((word) => {
    const shown = findCorrections(word);
    return shown.length ? [{ typed: word, shown }] : [];
  });
  return { terms, corrections };
}

/** Converts a search term to a PostgreSQL `tsquery`. */
export function toTsquery({ english, simple }: SearchTerm): SQL {
  const matchAnyLexeme = (config: string, lexemes: readonly string[]) =>
    sql`to_tsquery(${config}::regconfig, ${lexemes.join(' | ')})`;
  return sql`(${sql.join(
    [
      ...(english.length ? [matchAnyLexeme('english', english)] : []),
      ...(simple.length ? [matchAnyLexeme('simple', simple)] : []),
    ],
    sql` || `,
  )})`;
}

function toTerm(
  word: string,
  isStopWord: boolean,
  corrections: readonly string[],
  isPrefix: boolean,
): SearchTerm {
  const simple = [isPrefix ? `${word}:*` : word];
  if (isStopWord) return { english: [], simple };
  return { english: [word, ...corrections, ...(isPrefix ? simple : [])], simple };
}

/**
 * Returns the words in `similar` with the smallest edit distance from `word`. Ignores words whose distance exceeds one
 * if `word` has up to four letters, or two if it is longer.
 */
function findNearestWords(word: string, similar: readonly string[]): string[] {
  const maxDistance = word.length <= 4 ? 1 : 2;
  const distances = similar.map((candidate) => ({
    candidate,
    distance: computeEditDistance(word, candidate, maxDistance),
  }));
  const min = Math.min(...distances.map(({ distance }) => distance));
  return min > maxDistance
    ? []
    : distances.filter(({ distance }) => distance === min).map(({ candidate }) => candidate);
}

async function analyzeWords(queries: Queries, words: readonly string[]): Promise<WordAnalysis[]> {
  const lastIndex = words.length - 1;
  const rows = words.map((word, index) => {
    const upperBound = index === lastIndex ? `${word}\u{10FFFF}` : word;
    return sql`SELECT ${index}::int AS at, ${word} AS word,
      numnode(to_tsquery('english', ${word})) = 0 AS "isStopWord",
      EXISTS (SELECT FROM search_words w WHERE w.word >= ${word} AND w.word <= ${upperBound}) AS "isKnown"`;
  });
  return queryRows<WordAnalysis>(
    queries,
    sql`SELECT * FROM (${sql.join(rows, sql` UNION ALL `)}) AS analysis ORDER BY at`,
  );
}

/**
 * Finds words in the search vocabulary that resemble the given words. Ignores vocabulary words that are short or
 * contain digits.
 */
async function findSimilar(
  queries: Queries,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  if (!words.length) return new Map();
  const rows = words.map(
    (word) => sql`SELECT ${word} AS word, ARRAY(
      SELECT w.word FROM search_words w
      WHERE (w.word % ${word} OR w.word = ANY(${sql.param(listTranspositions(word))}::text[]))
        AND char_length(w.word) > 2 AND w.word !~ '[0-9]'
      ORDER BY similarity(w.word, ${word}) DESC, w.word LIMIT 20
    ) AS similar`,
  );
  const matches = await queryRows<{ word: string; similar: string[] }>(
    queries,
    sql.join(rows, sql` UNION ALL `),
  );
  return new Map(matches.map(({ word, similar }) => [word, similar]));
}
