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
 * Formats an ISO 8601 date as "November 20, 2026". Uses UTC, so that server and browser render the same text. Does not
 * use `Intl.DateTimeFormat`, because its first use would take 15 ms, more than all other scripts that run before React.
 */
export function formatUtcDate(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
