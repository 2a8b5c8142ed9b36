/**
 * Maximum age that a device reports for a listening position, in milliseconds: 24 days. Devices report this age for
 * older positions.
 */
export const MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
