const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "November 20, 2026", the same on the server and everywhere: in UTC. `iso` is ISO 8601. */
export function formatDate(iso: string): string {
  return LONG.format(new Date(iso));
}
