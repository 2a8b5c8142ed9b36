import { afterEach, expect, it } from 'vitest';
import {
  formatLocalToday,
  formatLocalUtcOffset,
  formatRelativeTime,
  parseDateTimeLocalValue,
  toDateTimeLocalValue,
} from './date-format.ts';

const ORIGINAL_TIME_ZONE = process.env.TZ;
afterEach(() => {
  if (ORIGINAL_TIME_ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = ORIGINAL_TIME_ZONE;
});

it('formats the editor’s UTC offset', () => {
  const offsetHours = -new Date('2027-07-01T12:00:00Z').getTimezoneOffset() / 60;
  const expected = offsetHours ? `GMT${offsetHours > 0 ? '+' : ''}${offsetHours}` : 'GMT';
  expect(formatLocalUtcOffset(new Date('2027-07-01T12:00:00Z'))).toBe(expected);
});

it.each([
  ['Asia/Tokyo', '2026-11-27'],
  ['UTC', '2026-11-26'],
  ['America/Los_Angeles', '2026-11-26'],
])('returns the current date in %s', (timeZone, day) => {
  process.env.TZ = timeZone;
  expect(formatLocalToday(new Date('2026-11-26T22:30:00Z'))).toBe(day);
});

it('parses the date and time it formats', () => {
  process.env.TZ = 'America/New_York';
  const moment = new Date('2026-11-26T22:30:00Z');
  expect(toDateTimeLocalValue(moment)).toBe('2026-11-26T17:30');
  expect(parseDateTimeLocalValue(toDateTimeLocalValue(moment))).toEqual(moment);
});

it.each(['', '0270-01-01T10:00', '0002-01-01T10:00', '12027-01-01T10:00', '275760-09-13T00:00'])(
  'returns undefined for the field value %j',
  (value) => {
    expect(parseDateTimeLocalValue(value)).toBeUndefined();
  },
);

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [44 * SECOND, 'just now', 'just now'],
  [50 * SECOND, '1 minute ago', 'in 1 minute'],
  [59 * MINUTE + 59 * SECOND, '59 minutes ago', 'in 59 minutes'],
  [HOUR, '1 hour ago', 'in 1 hour'],
  [100 * MINUTE, '2 hours ago', 'in 2 hours'],
  [23 * HOUR + 59 * MINUTE, '23 hours ago', 'in 23 hours'],
  [DAY, 'yesterday', 'tomorrow'],
  [7 * DAY, '7 days ago', 'in 7 days'],
  [8 * DAY, 'Nov 18, 2026', 'Dec 4, 2026'],
])(
  'formats a difference of %d seconds as a relative time, in at most 59 minutes or 23 hours',
  (seconds, past, future) => {
    process.env.TZ = 'UTC';
    const now = Date.parse('2026-11-26T12:00:00Z');
    const format = (offset: number) =>
      formatRelativeTime(new Date(now + offset * 1000).toISOString(), now);
    expect(format(-seconds)).toBe(past);
    expect(format(seconds)).toBe(future);
  },
);
