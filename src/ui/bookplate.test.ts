import { expect, it } from 'vitest';
import { getNameInitial } from './bookplate.tsx';

it.each([
  ['Ada Lovelace', 'A'],
  ['  piet', 'P'],
  ['élise', 'É'],
  ['𝒜da', '𝒜'],
])('of "%s" the plate shows %s', (name, initial) => {
  expect(getNameInitial(name)).toBe(initial);
});

it.each(['', ' '])('of the name "%s" it shows the letter of Octavo', (name) => {
  expect(getNameInitial(name)).toBe('O');
});
