/**
 * Minimum similarity of two words, from 0 to 1, at which they are compared further: the share of trigrams that they
 * have in common. Two swapped letters in an eight-letter word leave a similarity of 0.38. The final choice uses the
 * edit distance.
 */
export const SIMILARITY_THRESHOLD = 0.3;
