/**
 * Maximum age of a listening position that a device reports, in milliseconds: 24 days. Devices report older positions
 * with exactly this age.
 */
export const MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
