/**
 * Adapts the words of a script to espeak-ng, the program that converts words to phonemes for most models. In spelled
 * letters such as "A D" and "R A F", espeak-ng reads the "A" as the article unless a hyphen joins it to the next
 * letter. An "A" at the beginning of the sentence stays unchanged, because it is the article, as in "A U S senator".
 */
export function adaptWordsToEspeak(words: string): string {
  return words.replace(/(?<!^)\bA (?=[B-Z]\b)/g, 'A-');
}
