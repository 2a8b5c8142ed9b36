/** The weekday on which weekly letters are sent, as numbered in ISO 8601: 2 is Tuesday. */
const LETTER_WEEKDAY = 2;
/**
 * The local hours in which weekly letters are sent: from 7:00 up to, but not including, 11:00 in the reader's time
 * zone.
 */
const LETTER_HOURS = { from: 7, until: 11 };

/**
 * Returns the ISO week, such as `2026-W49`, of the weekly letter that is due now in a time zone. Returns `undefined`
 * outside the hours in which letters are sent.
 */
export function findDueLetterWeek(timeZone: string, now: Date): string | undefined {
  const { date, hour } = toLocalTime(timeZone, now);
  const isLetterDay = toIsoWeekday(date) === LETTER_WEEKDAY;
  if (!isLetterDay || hour < LETTER_HOURS.from || hour >= LETTER_HOURS.until) return undefined;
  return toIsoWeek(date);
}

/** Formats a weekly letter's date in the reader's time zone, such as "Tuesday, December 1". */
export function formatLetterDay(timeZone: string, now: Date): string {
  const { date } = toLocalTime(timeZone, now);
  return LETTER_DAY_FORMAT.format(date);
}

const LETTER_DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/**
 * Converts a time to a time zone. Returns the local hour, and the local date as a UTC date. If the time zone is
 * unknown, uses UTC.
 */
function toLocalTime(timeZone: string, now: Date): { date: Date; hour: number } {
  const parts = createFormat(timeZone).formatToParts(now);
  const getPart = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)!.value);
  return {
    date: new Date(Date.UTC(getPart('year'), getPart('month') - 1, getPart('day'))),
    hour: getPart('hour'),
  };
}

/**
 * Creates a date format for a time zone. Falls back to UTC if this release of Node.js does not know the time zone, for
 * example because a release with newer time zone data stored it.
 */
function createFormat(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

/** Returns the day of the week of a UTC date, from 1 (Monday) to 7 (Sunday). */
function toIsoWeekday(date: Date): number {
  return date.getUTCDay() || 7;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the ISO week of a UTC date, such as `2026-W49`. A week belongs to the year that contains the week's Thursday.
 */
function toIsoWeek(date: Date): string {
  const thursday = new Date(date.getTime() + (4 - toIsoWeekday(date)) * DAY);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY));
  return `${year}-W${String(week).padStart(2, '0')}`;
}
