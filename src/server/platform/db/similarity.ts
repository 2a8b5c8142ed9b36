/**
 * Minimum trigram similarity, from 0 to 1, for a word to be a candidate for correcting a misspelled word. The
 * similarity is the share of trigrams that two words have in common. Swapping two letters of an eight-letter word
 * lowers the similarity to 0.38. The edit distance decides among the candidates.
 */
export const MIN_TRIGRAM_SIMILARITY = 0.3;
