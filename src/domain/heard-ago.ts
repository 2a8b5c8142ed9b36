/** Milliseconds: a place in a narration that was heard longer ago is reported as this long ago. */
export const MAX_HEARD_AGO = 24 * 24 * 60 * 60 * 1000;
