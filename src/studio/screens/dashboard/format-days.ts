// Days are UTC's.
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** "Nov 23", of `2026-11-23`. */
export const formatShortDay = (day: string) => SHORT.format(new Date(day));
/** "Monday, November 23, 2026". */
export const formatLongDay = (day: string) => LONG.format(new Date(day));
