/**
 * Maximum age at which a listening position is reported, in milliseconds: 24 days. For older positions, this
 * age is reported instead of the real one.
 */
export const MAX_POSITION_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
