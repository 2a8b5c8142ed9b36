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
 * "November 20, 2026", the same on the server and everywhere: in UTC. `iso` is ISO 8601. Spelt out here, since the
 * browser's own formatter takes 15 ms to begin with, more than all else of a page's scripts before React.
 */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
