/**
 * Minimum trigram similarity, from 0 to 1, between a misspelled word and a possible correction. The trigram similarity
 * is the share of trigrams that two words have in common. For example, an eight-letter word with two swapped letters
 * has a similarity of 0.38 to the correct word. Among several possible corrections, those with the smallest edit
 * distance are chosen.
 */
export const MIN_TRIGRAM_SIMILARITY = 0.3;
