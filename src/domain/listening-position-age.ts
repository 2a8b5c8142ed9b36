/**
 * Maximum age, in milliseconds, that a device reports for a listening position: 24 days. Devices report older positions
 * with this age.
 */
export const MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS = 24 * 24 * 60 * 60 * 1000;
