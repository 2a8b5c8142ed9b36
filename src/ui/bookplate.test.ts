import { expect, it } from 'vitest';
import { initialOf } from './bookplate.tsx';

it.each([
  ['Ada Lovelace', 'A'],
  ['  piet', 'P'],
  ['élise', 'É'],
  ['𝒜da', '𝒜'],
])('of "%s" the plate shows %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});

it.each(['', ' '])('of the name "%s" it shows the letter of Octavo', (name) => {
  expect(initialOf(name)).toBe('O');
});
