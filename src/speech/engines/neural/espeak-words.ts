/**
 * Adapts a sentence for espeak-ng, the program that converts words to phonemes for most models. In acronyms that are
 * spelled with spaces, such as "A D" and "R A F", espeak-ng would read the "A" as the article. A hyphen between the "A"
 * and the next letter prevents this. An "A" at the beginning of the sentence stays unchanged, because it is the
 * article, as in "A U S senator".
 */
export function adaptWordsToEspeak(words: string): string {
  return words.replace(/(?<!^)\bA (?=[B-Z]\b)/g, 'A-');
}
