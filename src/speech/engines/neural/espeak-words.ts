/**
 * Adapts the words of a script to espeak-ng, which converts words to phonemes for most models. It reads the "A" of spelled
 * letters such as "A D" and "R A F" as the article, unless a hyphen joins it to the next letter. An "A" that begins the
 * sentence stays alone, since it is the article, as in "A U S senator".
 */
export function adaptWordsToEspeak(words: string): string {
  return words.replace(/(?<!^)\bA (?=[B-Z]\b)/g, 'A-');
}
