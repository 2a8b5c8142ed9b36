import { afterEach, expect, it } from 'vitest';
import {
  formatLocalToday,
  formatLocalUtcOffset,
  parseDateTimeLocalValue,
  toDateTimeLocalValue,
} from './date-format.ts';

const ZONE = process.env.TZ;
afterEach(() => {
  if (ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = ZONE;
});

it('formats the editor’s UTC offset', () => {
  const ahead = -new Date('2027-07-01T12:00:00Z').getTimezoneOffset() / 60;
  const expected = ahead ? `GMT${ahead > 0 ? '+' : ''}${ahead}` : 'GMT';
  expect(formatLocalUtcOffset(new Date('2027-07-01T12:00:00Z'))).toBe(expected);
});

it.each([
  ['Asia/Tokyo', '2026-11-27'],
  ['UTC', '2026-11-26'],
  ['America/Los_Angeles', '2026-11-26'],
])('returns the current date in %s', (zone, day) => {
  process.env.TZ = zone;
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
  (field) => {
    expect(parseDateTimeLocalValue(field)).toBeUndefined();
  },
);
