import { expect, it } from 'vitest';
import { formatDollars } from './format-dollars.ts';

it.each([
  [0, '$0.00'],
  [0.0042, '$0.0042'],
  [0.01, '$0.01'],
  [0.126, '$0.13'],
  [1250, '$1,250.00'],
])('formats %d dollars as %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text);
});
