// The dates of figures are UTC days, so they are formatted in UTC.
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Formats a UTC day such as `2026-11-23` as "Nov 23". */
export const formatShortUtcDay = (day: string) => SHORT.format(new Date(day));
/** Formats a UTC day such as `2026-11-23` as "Monday, November 23, 2026". */
export const formatLongUtcDay = (day: string) => LONG.format(new Date(day));
