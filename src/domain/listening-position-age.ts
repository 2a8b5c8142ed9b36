/**
 * Maximum age that a device reports for a listening position, in milliseconds: 24 days. For an older position, a device
 * reports this maximum.
 */
export const MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
