import { expect, it } from 'vitest';
import { getNameInitial } from './bookplate.tsx';

it.each([
  ['Ada Lovelace', 'A'],
  ['  piet', 'P'],
  ['élise', 'É'],
  ['𝒜da', '𝒜'],
])('turns the name "%s" into the letter %s', (name, initial) => {
  expect(getNameInitial(name)).toBe(initial);
});

it.each(['', ' '])('shows the letter of Octavo for the name "%s"', (name) => {
  expect(getNameInitial(name)).toBe('O');
});
