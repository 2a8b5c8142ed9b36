import { expect, it } from 'vitest';
import { zoneOf } from './times.ts';

it('says how far the editor’s clock is ahead', () => {
  const ahead = -new Date('2027-07-01T12:00:00Z').getTimezoneOffset() / 60;
  const expected = ahead ? `GMT${ahead > 0 ? '+' : ''}${ahead}` : 'GMT';
  expect(zoneOf(new Date('2027-07-01T12:00:00Z'))).toBe(expected);
});
