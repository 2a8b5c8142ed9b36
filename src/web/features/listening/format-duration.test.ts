import { expect, it } from 'vitest';
import { formatMinutesAndSeconds, spellDuration } from './format-duration.ts';

it.each([
  [0, '0:00', '0 seconds'],
  [1, '0:01', '1 second'],
  [59.6, '1:00', '1 minute'],
  [75, '1:15', '1 minute 15 seconds'],
  [600, '10:00', '10 minutes'],
  [-3, '0:00', '0 seconds'],
])('formats %s seconds as %s, and spells them as %s', (seconds, formatted, spelled) => {
  expect(formatMinutesAndSeconds(seconds)).toBe(formatted);
  expect(spellDuration(seconds)).toBe(spelled);
});
