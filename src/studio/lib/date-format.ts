const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const DAY_OF_YEAR_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const TIME_ZONE_FORMAT = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' });
const RELATIVE_FORMAT = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Units of relative times. `length` is in seconds, and `max` is the largest number displayed with the unit. */
const RELATIVE_UNITS = [
  { unit: 'minute', length: 60, max: 59 },
  { unit: 'hour', length: 60 * 60, max: 23 },
  { unit: 'day', length: 24 * 60 * 60, max: 7 },
] as const;

/** Formats a time as "Nov 20, 2026", in the editor's time zone. */
export function formatDateWithYear(iso: string): string {
  return DAY_FORMAT.format(new Date(iso));
}

/**
 * Formats a time as "Nov 20", or as "Nov 20, 2025" if the year is not the current one. The text is short enough for
 * table columns.
 */
export function formatShortDate(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return date.getFullYear() === now.getFullYear()
    ? DAY_OF_YEAR_FORMAT.format(date)
    : DAY_FORMAT.format(date);
}

/** Formats a time as "Nov 20, 2026, 4:05 PM", in the editor's time zone. */
export function formatDateTime(iso: string): string {
  return DATE_TIME_FORMAT.format(new Date(iso));
}

/**
 * Returns the UTC offset of the editor's time zone on the given date, such as "GMT+1". The offset depends on the date
 * because of daylight saving time.
 */
export function formatLocalUtcOffset(date: Date): string {
  const { value } = TIME_ZONE_FORMAT.formatToParts(date).find(
    ({ type }) => type === 'timeZoneName',
  )!;
  return value.replace(/\+0$/, '');
}

/** Returns today's date in the editor's time zone, as YYYY-MM-DD. */
export function formatLocalToday(now = new Date()): string {
  return toDateTimeLocalValue(now).slice(0, 10);
}

/** Formats a date as the value of a `datetime-local` field, in the editor's time zone. */
export function toDateTimeLocalValue(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * Parses the value of a `datetime-local` field. Returns `undefined` if the value is incomplete or if the year is not
 * between 2000 and 2999.
 */
export function parseDateTimeLocalValue(value: string): Date | undefined {
  return /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? new Date(value) : undefined;
}

/**
 * Formats a time relative to now, such as "5 minutes ago". If the time is more than a week away,
 * returns the date.
 */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const offset = (new Date(iso).getTime() - now) / 1000;
  const seconds = Math.abs(offset);
  if (seconds < 45) return 'just now';
  if (seconds > 7 * 24 * 60 * 60) return formatDateWithYear(iso);
  const { unit, length, max } =
    RELATIVE_UNITS.findLast(({ length }) => seconds >= length) ?? RELATIVE_UNITS[0];
  // The number is limited to `max`, so that it is not rounded up to the next unit. For example, 23 hours and 50 minutes
  // is "23 hours ago", not "24 hours ago".
  return RELATIVE_FORMAT.format(
    Math.sign(offset) * Math.min(Math.round(seconds / length), max),
    unit,
  );
}
