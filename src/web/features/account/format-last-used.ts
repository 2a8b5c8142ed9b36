const DAYS_FORMAT = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });

/** Maximum age in days of a time that is formatted as a number of days. Older times are formatted as dates. */
const MAX_DAYS = 6;

/** Formats an ISO 8601 time as "today", "3 days ago" or "November 3", in the reader's time zone. */
export function formatLastUsed(isoTime: string, now = new Date()): string {
  const date = new Date(isoTime);
  // The server's clock may be ahead of the device's clock, so negative ages count as today.
  const days = Math.max(0, getDayNumber(now) - getDayNumber(date));
  return days > MAX_DAYS ? DATE_FORMAT.format(date) : DAYS_FORMAT.format(-days, 'day');
}

/**
 * Returns the number of a date's calendar day in the reader's time zone. Consecutive days have consecutive numbers,
 * even when daylight saving time begins or ends.
 */
function getDayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
