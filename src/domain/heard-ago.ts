/** Milliseconds: older listening positions are reported with this age. */
export const MAX_HEARD_AGO = 24 * 24 * 60 * 60 * 1000;
