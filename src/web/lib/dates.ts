const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Formats an ISO 8601 date as "November 20, 2026". Uses UTC, so that the server and the browser render the same text.
 * Does not use `Intl.DateTimeFormat`, whose first call would take 15 ms, more than all other code that runs before
 * React.
 */
export function formatUtcDate(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
