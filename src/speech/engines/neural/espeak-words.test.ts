import { expect, it } from 'vitest';
import { adaptWordsToEspeak } from './espeak-words.ts';

it.each([
  ['In four hundred A D.', 'In four hundred A-D.'],
  ['The I A E A and the R A F.', 'The I A-E A and the R A-F.'],
  ['In the U S A.', 'In the U S A.'],
  ['A U S senator.', 'A U S senator.'],
  ['Plan A, B or C, and vitamin A is.', 'Plan A, B or C, and vitamin A is.'],
])('adapts “%s” to espeak-ng', (words, adapted) => {
  expect(adaptWordsToEspeak(words)).toBe(adapted);
});
