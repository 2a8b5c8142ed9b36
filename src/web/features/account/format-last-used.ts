const DAYS = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });

/** Days that are counted; what is longer ago has its date. */
const MOST_DAYS = 6;

/** "today", "3 days ago" or "November 3", by the reader's own calendar. `iso` is ISO 8601. */
export function formatLastUsed(iso: string, now = new Date()): string {
  const then = new Date(iso);
  // The server's clock may be a little ahead.
  const days = Math.max(0, dayNumber(now) - dayNumber(then));
  return days > MOST_DAYS ? DATE.format(then) : DAYS.format(-days, 'day');
}

/** Days of the reader's calendar, whatever hours the clocks were put forward or back between them. */
function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
