import { describe, expect, it } from 'vitest';
import { editDistance, fold, vocabularyOf, withSwappedLetters, wordsOf } from './words.ts';

describe('words', () => {
  it.each([
    ['Béla  Märket', ['bela', 'market']],
    ['London’s bridge', ['london', 'bridge']],
    ["don't", ['dont']],
    ['co-operate: 3D!', ['co', 'operate', '3d']],
    ["a & b | !c:* <-> 'd", ['a', 'b', 'c', 'd']],
    ['  ', []],
    ['Ελλάδα 東京', ['ελλαδα', '東京']],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('lose case and diacritics', () => {
    expect(fold('ÀÉÎõü')).toBe('aeiou');
  });

  it('are worth knowing when they can be misspelt', () => {
    expect([...vocabularyOf('An ox of 1967 crossed the Forth')]).toEqual([
      'crossed',
      'the',
      'forth',
    ]);
  });
});

describe('edit distance', () => {
  it.each([
    ['bridge', 'bridge', 0],
    ['brigde', 'bridge', 1],
    ['bridg', 'bridge', 1],
    ['brxdge', 'bridge', 1],
    ['neutirno', 'neutrino', 1],
    ['kitten', 'sitting', 3],
    ['a', 'abcdef', 3],
  ])('from %s to %s is %i', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(Math.min(distance, 3));
    expect(editDistance(b, a, 2)).toBe(Math.min(distance, 3));
  });

  it('knows all swaps of neighbours', () => {
    expect(withSwappedLetters('abc')).toEqual(['bac', 'acb']);
    expect(withSwappedLetters('')).toEqual([]);
  });
});
