import { expect, it } from 'vitest';
import { formatLastUsed } from './format-last-used.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

it.each([
  ['today', at(20, 9)],
  ['today', at(20, 0, 1)],
  ['yesterday', at(19, 23, 59)],
  ['2 days ago', at(18, 9)],
  ['6 days ago', at(14, 23)],
  ['November 13', at(13, 23)],
])('returns "%s" on the morning of the 20th', (words, then) => {
  expect(formatLastUsed(then.toISOString(), at(20, 8))).toBe(words);
});

it('returns today if the server’s clock is ahead', () => {
  expect(formatLastUsed(at(21, 0).toISOString(), at(20, 23, 59))).toBe('today');
});
