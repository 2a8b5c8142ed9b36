// The dates of figures are UTC days, so they are formatted in UTC.
const SHORT_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const LONG_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Formats a UTC day such as `2026-11-23` as "Nov 23". */
export const formatShortUtcDay = (day: string) => SHORT_FORMAT.format(new Date(day));
/** Formats a UTC day such as `2026-11-23` as "Monday, November 23, 2026". */
export const formatLongUtcDay = (day: string) => LONG_FORMAT.format(new Date(day));
