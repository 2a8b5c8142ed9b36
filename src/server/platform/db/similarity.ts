/**
 * Share of trigrams two words must have in common to be compared at all (0 to 1). Two letters swapped in
 * an eight-letter word leave 0.38; the final choice is made by edit distance.
 */
export const SIMILARITY_THRESHOLD = 0.3;
