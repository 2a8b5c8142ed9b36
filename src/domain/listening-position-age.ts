/**
 * Maximum age, in milliseconds, that a device may report for a listening position: 24 days. For an older position, the
 * device reports this maximum instead of the actual age.
 */
export const MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
