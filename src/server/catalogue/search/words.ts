/** Lower case without diacritics: "Béla" and "bela" are the same word. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text, folded; an English possessive is not part of its word. */
export function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replace(/['’]s\b/g, '')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** What misspelt words are compared with: letters only, long enough to be misspelt. */
export function vocabularyOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => /^\p{L}{3,30}$/u.test(word)));
}

/** The words that come of swapping two neighbouring letters: such slips leave few trigrams in common. */
export function withSwappedLetters(word: string): string[] {
  return Array.from(
    { length: Math.max(word.length - 1, 0) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

/**
 * Letters to insert, delete, replace or swap with a neighbour to make one word of the other
 * (optimal string alignment). Stops counting at `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
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
