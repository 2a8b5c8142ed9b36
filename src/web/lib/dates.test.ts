import { expect, it } from 'vitest';
import { formatUtcDate } from './dates.ts';

const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

it('formats a date in American English, in UTC', () => {
  expect(formatUtcDate('2026-11-20T23:59:59Z')).toBe('November 20, 2026');
  for (let day = 0; day < 800; day++) {
    const iso = new Date(Date.UTC(2023, 11, 25 + day, day % 24)).toISOString();
    expect(formatUtcDate(iso)).toBe(LONG.format(new Date(iso)));
  }
});
