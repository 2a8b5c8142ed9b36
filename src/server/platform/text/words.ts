/**
 * Converts text to lower case, and removes diacritics and invisible characters, such as soft hyphens and zero-width
 * spaces. For example, "Béla" becomes "bela".
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase();
}

/** Returns the words of `text` in lower case, without diacritics and without the possessive ending "’s". */
export function splitIntoFoldedWords(text: string): string[] {
  return (
    foldText(text)
      .replace(/['’]s\b/g, '')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Maximum number of letters in a word. Longer words are left out of the vocabulary, and truncated in search queries.
 */
const MAX_WORD_LETTERS = 30;
/** Maximum number of words in a search query. Further words are ignored. */
const MAX_QUERY_WORDS = 12;
/** Maximum total number of letters in a search query's words. Further letters are ignored. */
const MAX_QUERY_LETTERS = 100;

/**
 * Words that begin a question. A search query is treated as a question if it begins with one of these words and ends
 * with a generic verb. An example is "how does anaesthesia work?"
 */
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
 * Returns the distinct words of a search query. Folds the query ({@link foldText}) before truncating it, because
 * folding can expand a character to many letters (U+3316 to six, U+FDFA to fifteen).
 */
export function parseSearchQuery(query: string): string[] {
  const words: string[] = [];
  let remainingLetters = MAX_QUERY_LETTERS;
  for (const word of splitIntoFoldedWords(query).slice(0, MAX_QUERY_WORDS)) {
    const letters = Array.from(word).slice(0, Math.min(MAX_WORD_LETTERS, remainingLetters));
    remainingLetters -= letters.length;
    if (letters.length) words.push(letters.join(''));
  }
  // Keeps only the last occurrence of a repeated word, so that the last word stays at the end. The reader may still be
  // typing that word.
  return removeQuestionVerb(words).filter((word, at, all) => all.lastIndexOf(word) === at);
}

/**
 * If a search query is a question that ends with a generic verb, removes the verb, unless only question words would
 * remain.
 */
function removeQuestionVerb(words: string[]): string[] {
  const before = words.slice(0, -1);
  const isQuestion =
    QUESTION_WORDS.has(words[0] ?? '') && GENERIC_QUESTION_VERBS.has(words.at(-1)!);
  return isQuestion && before.some((word) => !QUESTION_WORDS.has(word)) ? before : words;
}

/**
 * Returns true if a word has the maximum length. Such a word may be the beginning of a longer word that was truncated.
 */
export function hasMaxWordLength(word: string): boolean {
  return Array.from(word).length >= MAX_WORD_LETTERS;
}

/**
 * Returns true if a misspelled word could be corrected. Excludes one-letter words, because they have no possible
 * correction: corrections have at least three letters, and a short word may differ from its correction by only one
 * letter. Excludes words with the maximum length, because they may be truncated.
 */
export function canBeCorrected(word: string): boolean {
  return word.length > 1 && !hasMaxWordLength(word);
}

/**
 * Returns the vocabulary of `text`: all its words with up to {@link MAX_WORD_LETTERS} letters, including short words.
 * Words in the vocabulary are not corrected in search queries.
 */
export function extractVocabulary(text: string): Set<string> {
  return new Set(
    splitIntoFoldedWords(text).filter((word) => Array.from(word).length <= MAX_WORD_LETTERS),
  );
}

/**
 * Returns every word that results from swapping two adjacent letters of a word. A trigram search does not find such
 * misspellings of short words, because they share few trigrams with the correct word.
 */
export function listTranspositions(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

/**
 * Returns the edit distance between two words (optimal string alignment distance). The distance is the minimum number
 * of letters to insert, delete, replace or swap with a neighbor to turn one word into the other. If the distance
 * exceeds `limit`, returns `limit + 1`.
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
