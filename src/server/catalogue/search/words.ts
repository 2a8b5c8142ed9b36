/**
 * Converts a text to lower case without diacritics and invisible characters: "Béla" and "bela" are the same word, even
 * with a soft hyphen or a zero-width space in it.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase();
}

/** Returns the folded words of a text, without an English possessive ending. */
export function splitWords(text: string): string[] {
  return (
    foldText(text)
      .replace(/['’]s\b/g, '')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Letters of a word that count; longer words are not in the vocabulary. */
const MAX_WORD_LETTERS = 30;
/** The words of a query, and their letters in total, that are searched for. The rest is ignored. */
const MAX_QUERY_WORDS = 12;
const MAX_QUERY_LETTERS = 100;

/** Words that begin a question, and generic verbs that may end it: "how does anaesthesia work?" */
const QUESTION_WORDS = new Set([
  'how',
  'why',
  'what',
  'when',
  'do',
  'does',
  'did',
  'can',
  'is',
  'are',
]);
const GENERIC_QUESTION_VERBS = new Set(['work', 'works', 'mean', 'means', 'happen', 'happens']);

/**
 * Returns the distinct words of a query. Folding can expand a hundred characters to many more letters (U+3316 becomes
 * six, U+FDFA eighteen), so the query is folded first and cut afterwards.
 */
export function parseQuery(query: string): string[] {
  const words: string[] = [];
  let left = MAX_QUERY_LETTERS;
  for (const word of splitWords(query).slice(0, MAX_QUERY_WORDS)) {
    const letters = Array.from(word).slice(0, Math.min(MAX_WORD_LETTERS, left));
    left -= letters.length;
    if (letters.length) words.push(letters.join(''));
  }
  // Of a repeated word the last occurrence counts, since the last word of a query may be half-typed.
  return removeQuestionVerb(words).filter((word, at, all) => all.lastIndexOf(word) === at);
}

/** Removes the last word of a question if it is a generic verb. */
function removeQuestionVerb(words: string[]): string[] {
  const before = words.slice(0, -1);
  const isQuestion =
    QUESTION_WORDS.has(words[0] ?? '') && GENERIC_QUESTION_VERBS.has(words.at(-1)!);
  return isQuestion && before.some((word) => !QUESTION_WORDS.has(word)) ? before : words;
}

/** True if a word has the maximum length, so that it may be the beginning of a longer one. */
export function mayBeTruncated(word: string): boolean {
  return Array.from(word).length >= MAX_WORD_LETTERS;
}

/**
 * True if a word may be a misspelling. Vocabulary words have at least three letters, and a short word may be one letter
 * off.
 */
export function canBeMisspelled(word: string): boolean {
  return word.length > 1 && !mayBeTruncated(word);
}

/** Returns the words of a text, however short. A query word that is among them is not corrected. */
export function extractVocabulary(text: string): Set<string> {
  return new Set(splitWords(text).filter((word) => Array.from(word).length <= MAX_WORD_LETTERS));
}

/** Returns the words with two adjacent letters swapped: such misspellings share few trigrams. */
export function listTranspositions(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

/**
 * Counts the letters to insert, delete, replace or swap with a neighbor to turn one word into the other (optimal string
 * alignment). Stops at `limit + 1`.
 */
export function computeEditDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const before = previous;
    previous = current;
    current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      current.push(least);
    }
  }
  return Math.min(current[b.length]!, limit + 1);
}
