import { expect, it } from 'vitest';
import { calculateSecondsUntilNextUtcDay } from './utc-day.ts';

it.each([
  ['2026-11-29T00:00:00.000Z', 86_400],
  ['2026-11-29T23:59:00.000Z', 60],
  ['2026-11-29T23:59:59.999Z', 1],
  ['2026-12-31T12:00:00.000Z', 43_200],
])('the next UTC day after %s begins in %i seconds', (time, seconds) => {
  expect(calculateSecondsUntilNextUtcDay(new Date(time))).toBe(seconds);
});
