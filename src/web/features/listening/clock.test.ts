import { expect, it } from 'vitest';
import { clock, inWords } from './clock.ts';

it.each([
  [0, '0:00', '0 seconds'],
  [1, '0:01', '1 second'],
  [59.6, '1:00', '1 minute'],
  [75, '1:15', '1 minute 15 seconds'],
  [600, '10:00', '10 minutes'],
  [-3, '0:00', '0 seconds'],
])('%s seconds are %s to the eye and %s to the ear', (seconds, shown, said) => {
  expect(clock(seconds)).toBe(shown);
  expect(inWords(seconds)).toBe(said);
});
