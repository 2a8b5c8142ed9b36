const DAYS_FORMAT = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });

/** Times up to this many days ago are formatted as a number of days, and older times as a date. */
const MAX_DAYS = 6;

/** Formats an ISO 8601 time as "today", "3 days ago" or "November 3", in the reader's time zone. */
export function formatLastUsed(isoTime: string, now = new Date()): string {
  const date = new Date(isoTime);
  // If the server's clock is ahead of the device's clock, the time may be in the future. It then counts as today.
  const days = Math.max(0, getDayNumber(now) - getDayNumber(date));
  return days > MAX_DAYS ? DATE_FORMAT.format(date) : DAYS_FORMAT.format(-days, 'day');
}

/**
 * Returns a number for the calendar day of a date, in the reader's time zone. Consecutive days have consecutive
 * numbers, even when daylight saving time begins or ends.
 */
function getDayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
