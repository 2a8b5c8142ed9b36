import { type SQL, sql } from 'drizzle-orm';
import type { Correction } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import {
  canBeMisspelled,
  computeEditDistance,
  listTranspositions,
  mayBeTruncated,
} from './words.ts';

/** Words of a query that are looked for as slips of others: each costs as much as all the rest. */
const MAX_CORRECTED_WORDS = 3;

/** A word of a query and what it may match. */
export interface SearchTerm {
  /** Lexemes as `to_tsquery` of a configuration takes them, any of which will do. */
  english: string[];
  simple: string[];
}

interface WordAnalysis {
  word: string;
  isStopWord: boolean;
  /** Whether the library has it, or (for the last word) something that begins with it. */
  isKnown: boolean;
}

/**
 * What each word of a query may match, and which were taken for others; words like "the" are only looked for when
 * there is nothing else.
 */
export async function resolveSearchTerms(
  queries: Queries,
  words: readonly string[],
): Promise<{ terms: SearchTerm[]; corrections: Correction[] }> {
  const analyses = await analyzeWords(queries, words);
  const contentWords = analyses.filter(({ isStopWord }) => !isStopWord);
  const kept = contentWords.length ? contentWords : analyses;
  const unknown = kept.filter(({ isStopWord, isKnown }) => !isStopWord && !isKnown);
  const misspelled = unknown.map(({ word }) => word).filter(canBeMisspelled);
  const similar = await findSimilar(queries, misspelled.slice(0, MAX_CORRECTED_WORDS));
  const findCorrections = (word: string) => findNearestWords(word, similar.get(word) ?? []);
  const terms = kept.map(({ word, isStopWord }) => {
    const isPrefix = word === words.at(-1) || mayBeTruncated(word);
    return toTerm(word, isStopWord, findCorrections(word), isPrefix);
  });
  const corrections = [...similar.keys()].flatMap((word) => {
    const shown = findCorrections(word);
    return shown.length ? [{ typed: word, shown }] : [];
  });
  return { terms, corrections };
}

/** What finds the articles that have a term, as PostgreSQL's `tsquery`. */
export function toTsquery({ english, simple }: SearchTerm): SQL {
  const either = (config: string, lexemes: readonly string[]) =>
    sql`to_tsquery(${config}::regconfig, ${lexemes.join(' | ')})`;
  return sql`(${sql.join(
    [
      ...(english.length ? [either('english', english)] : []),
      ...(simple.length ? [either('simple', simple)] : []),
    ],
    sql` || `,
  )})`;
}

function toTerm(
  word: string,
  isStopWord: boolean,
  meant: readonly string[],
  isPrefix: boolean,
): SearchTerm {
  const simple = [isPrefix ? `${word}:*` : word];
  if (isStopWord) return { english: [], simple };
  return { english: [word, ...meant, ...(isPrefix ? simple : [])], simple };
}

/** One letter off for short words, two for longer ones; the nearest only. */
function findNearestWords(word: string, similar: readonly string[]): string[] {
  const allowed = word.length <= 4 ? 1 : 2;
  const distances = similar.map((other) => ({
    other,
    distance: computeEditDistance(word, other, allowed),
  }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  return least > allowed
    ? []
    : distances.filter(({ distance }) => distance === least).map(({ other }) => other);
}

async function analyzeWords(queries: Queries, words: readonly string[]): Promise<WordAnalysis[]> {
  const last = words.length - 1;
  const rows = words.map((word, at) => {
    const upper = at === last ? `${word}\u{10FFFF}` : word;
    return sql`SELECT ${at}::int AS at, ${word} AS word,
      numnode(to_tsquery('english', ${word})) = 0 AS "isStopWord",
      EXISTS (SELECT FROM search_words w WHERE w.word >= ${word} AND w.word <= ${upper}) AS "isKnown"`;
  });
  return executeRows<WordAnalysis>(
    queries,
    sql`SELECT * FROM (${sql.join(rows, sql` UNION ALL `)}) AS analysis ORDER BY at`,
  );
}

/** Words of the library that look like each of `words`: of letters alone, and long enough to be misspelt. */
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
  const found = await executeRows<{ word: string; similar: string[] }>(
    queries,
    sql.join(rows, sql` UNION ALL `),
  );
  return new Map(found.map(({ word, similar }) => [word, similar]));
}
