/**
 * Maximum age of a reported listening position, in milliseconds: 24 days. Older positions are reported with
 * this age.
 */
export const MAX_POSITION_AGE = 24 * 24 * 60 * 60 * 1000;
