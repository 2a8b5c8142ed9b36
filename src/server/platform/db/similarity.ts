/**
 * Minimum trigram similarity, from 0 to 1, between a misspelled word and a possible correction. The trigram similarity
 * is the share of trigrams that two words have in common. Swapping two letters of an eight-letter word lowers it to
 * 0.38. The edit distance decides between several possible corrections.
 */
export const MIN_TRIGRAM_SIMILARITY = 0.3;
