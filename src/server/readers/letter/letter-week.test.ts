import { describe, expect, it } from 'vitest';
import { findDueLetterWeek, formatLetterDay } from './letter-week.ts';

const parseTime = (time: string) => new Date(time);

describe('the letter of a week', () => {
  it.each([
    ['Europe/Berlin', '2026-12-01T05:59:59Z', undefined],
    ['Europe/Berlin', '2026-12-01T06:00:00Z', '2026-W49'],
    ['Europe/Berlin', '2026-12-01T09:59:59Z', '2026-W49'],
    ['Europe/Berlin', '2026-12-01T10:00:00Z', undefined],
    // During daylight saving time, 7:00 in Berlin is 5:00 UTC instead of 6:00 UTC.
    ['Europe/Berlin', '2026-06-02T05:00:00Z', '2026-W23'],
    ['Europe/Berlin', '2026-11-30T07:00:00Z', undefined],
    ['Europe/Berlin', '2026-12-02T07:00:00Z', undefined],
    // On Kiritimati, 7:00 on Tuesday is 17:00 on Monday in UTC. In Pago Pago, it is 18:00 on Tuesday in UTC.
    ['Pacific/Kiritimati', '2026-11-30T17:00:00Z', '2026-W49'],
    ['Pacific/Pago_Pago', '2026-12-01T18:00:00Z', '2026-W49'],
    ['Asia/Kathmandu', '2026-12-01T01:14:59Z', undefined],
    ['Asia/Kathmandu', '2026-12-01T01:15:00Z', '2026-W49'],
  ])('is due in %s at %s: %s', (timeZone, time, week) => {
    expect(findDueLetterWeek(timeZone, parseTime(time))).toBe(week);
  });

  it.each([
    ['2024-12-31', '2025-W01'],
    ['2026-12-29', '2026-W53'],
    ['2027-01-05', '2027-W01'],
    ['2029-01-02', '2029-W01'],
    ['2030-01-01', '2030-W01'],
  ])('of %s is %s, at the turn of the year, too', (day, week) => {
    expect(findDueLetterWeek('UTC', parseTime(`${day}T08:00:00Z`))).toBe(week);
  });

  it('is due in four hours of a week in every time zone', () => {
    const hours = Array.from(
      { length: 24 * 7 },
      (_, hour) => new Date(Date.UTC(2026, 11, 1, hour)),
    );
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 12 === 0);
    for (const timeZone of zones) {
      const weeks = hours.map((time) => findDueLetterWeek(timeZone, time)).filter(Boolean);
      expect([timeZone, weeks.length]).toEqual([timeZone, 4]);
      expect(new Set(weeks).size).toBeLessThanOrEqual(2);
    }
  });

  it('is due by UTC in an unknown time zone', () => {
    expect(findDueLetterWeek('Mars/Olympus', parseTime('2026-12-01T07:00:00Z'))).toBe('2026-W49');
    expect(findDueLetterWeek('Mars/Olympus', parseTime('2026-12-01T06:00:00Z'))).toBeUndefined();
  });

  it('has the local date', () => {
    expect(formatLetterDay('Pacific/Kiritimati', parseTime('2026-11-30T18:00:00Z'))).toBe(
      'Tuesday, December 1',
    );
  });
});
