import { expect, it } from 'vitest';
import { formatLastUsed } from './format-last-used.ts';

const createDate = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

it.each([
  ['today', createDate(20, 9)],
  ['today', createDate(20, 0, 1)],
  ['yesterday', createDate(19, 23, 59)],
  ['2 days ago', createDate(18, 9)],
  ['6 days ago', createDate(14, 23)],
  ['November 13', createDate(13, 23)],
])('returns "%s" on the morning of the 20th', (formatted, lastUsedAt) => {
  expect(formatLastUsed(lastUsedAt.toISOString(), createDate(20, 8))).toBe(formatted);
});

it('returns today if the server’s clock is ahead', () => {
  expect(formatLastUsed(createDate(21, 0).toISOString(), createDate(20, 23, 59))).toBe('today');
});
