/**
 * Lower case without diacritics and invisible characters: "Béla" and "bela" are the same word, with a soft hyphen or a
 * zero-width space in it as well.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase();
}

/** The words of a text, folded; an English possessive is not part of its word. */
export function splitWords(text: string): string[] {
  return (
    foldText(text)
      .replace(/['’]s\b/g, '')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Letters of a word that counts: none the vocabulary has is longer. */
const MAX_WORD_LETTERS = 30;
/** Words of a query that are looked for, and letters of them all: what it has beyond them is left out. */
const MAX_QUERY_WORDS = 12;
const MAX_QUERY_LETTERS = 100;

/** What a question begins with, and what may end one that is not about it: "how does anaesthesia work?" */
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
 * The words of a query that are looked for, each once. A hundred characters may be many more letters once they are
 * folded (U+3316 is six, U+FDFA eighteen), so they are folded first, and cut then.
 */
export function parseQuery(query: string): string[] {
  const words: string[] = [];
  let left = MAX_QUERY_LETTERS;
  for (const word of splitWords(query).slice(0, MAX_QUERY_WORDS)) {
    const letters = Array.from(word).slice(0, Math.min(MAX_WORD_LETTERS, left));
    left -= letters.length;
    if (letters.length) words.push(letters.join(''));
  }
  // Of a word that comes again the last one counts: the last of all may be half typed.
  return removeQuestionVerb(words).filter((word, at, all) => all.lastIndexOf(word) === at);
}

/** A question's words without its last, where that could be asked of anything. */
function removeQuestionVerb(words: string[]): string[] {
  const before = words.slice(0, -1);
  const isQuestion =
    QUESTION_WORDS.has(words[0] ?? '') && GENERIC_QUESTION_VERBS.has(words.at(-1)!);
  return isQuestion && before.some((word) => !QUESTION_WORDS.has(word)) ? before : words;
}

/** Whether a word has as many letters as count, and may so be the beginning of a longer one. */
export function mayBeTruncated(word: string): boolean {
  return Array.from(word).length >= MAX_WORD_LETTERS;
}

/**
 * Whether a word can be a slip of another. Those have three letters at least, and in a word as short as this one letter
 * may be off.
 */
export function canBeMisspelled(word: string): boolean {
  return word.length > 1 && !mayBeTruncated(word);
}

/** The words of a text, however short: a query that has one of them is not corrected. */
export function extractVocabulary(text: string): Set<string> {
  return new Set(splitWords(text).filter((word) => Array.from(word).length <= MAX_WORD_LETTERS));
}

/** The words that come of swapping two neighbouring letters: such slips leave few trigrams in common. */
export function listTranspositions(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

/**
 * Letters to insert, delete, replace or swap with a neighbour to make one word of the other
 * (optimal string alignment). Stops counting at `limit + 1`.
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
