import { describe, expect, it } from 'vitest';
import {
  canBeCorrected,
  computeEditDistance,
  extractVocabulary,
  foldText,
  listTranspositions,
  parseSearchQuery,
  splitIntoFoldedWords,
} from './words.ts';

describe('words', () => {
  it.each([
    ['Béla  Märket', ['bela', 'market']],
    ['London’s bridge', ['london', 'bridge']],
    ["don't", ['dont']],
    ['co-operate: 3D!', ['co', 'operate', '3d']],
    ["a & b | !c:* <-> 'd", ['a', 'b', 'c', 'd']],
    ['  ', []],
    ['Ελλάδα 東京', ['ελλαδα', '東京']],
  ])('are split from %j to %j', (text, words) => {
    expect(splitIntoFoldedWords(text)).toEqual(words);
  });

  it('are converted to lower case without diacritics', () => {
    expect(foldText('ÀÉÎõü')).toBe('aeiou');
  });

  it.each([
    ['a soft hyphen', '\u00ad'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a directional mark', '\u200f'],
    ['a directional override', '\u202e'],
    ['a variation selector', '\ufe0f'],
  ])('are the same with %s in them', (_, invisible) => {
    expect(splitIntoFoldedWords(`${invisible}Can${invisible}ti${invisible}lever`)).toEqual([
      'cantilever',
    ]);
    expect(parseSearchQuery(`can${invisible}tilever bridge`)).toEqual(['cantilever', 'bridge']);
  });

  it('are in the vocabulary regardless of their length, unless a query cannot contain them', () => {
    const words = ['an', 'ox', 'of', '1967', 'crossed', 'b', 'x'.repeat(30)];
    expect([...extractVocabulary(`${words.join(' ')} ${'x'.repeat(31)}`)]).toEqual(words);
  });
});

describe('a parsed query', () => {
  const countLetters = (query: string) =>
    parseSearchQuery(query).map((word) => Array.from(word).length);

  it.each([
    ['a hundred characters that are six letters each', '\u{3316}'.repeat(100), [30]],
    ['a single word of a hundred characters', 'x'.repeat(100), [30]],
    ['letters of two code units', '\u{10400}'.repeat(50), [30]],
    [
      'words that exceed the maximum length',
      Array(4)
        .fill('b'.repeat(40))
        .map((w, at) => at + w)
        .join(' '),
      [30, 30, 30, 10],
    ],
    ['a hundred characters that are four words each', '\u{FDFA}'.repeat(100), [3, 7, 4, 4]],
  ])('is truncated after folding: %s', (_, query, letters) => {
    expect(countLetters(query).slice(0, 4)).toEqual(letters);
    expect(countLetters(query).reduce((sum, each) => sum + each)).toBeLessThanOrEqual(100);
  });

  it('has at most twelve words', () => {
    expect(parseSearchQuery('a b c d e f g h i j k l m n')).toEqual([...'abcdefghijkl']);
  });

  it('contains each word once, at its last occurrence', () => {
    expect(parseSearchQuery('tower bridge tower')).toEqual(['bridge', 'tower']);
  });

  it('contains all words that a reader typed', () => {
    const query = 'when every fourth year came every third';
    expect(parseSearchQuery(query)).toEqual(['when', 'fourth', 'year', 'came', 'every', 'third']);
  });

  it.each([
    ['How does anaesthesia work?', ['how', 'does', 'anaesthesia']],
    ['what does entropy mean', ['what', 'does', 'entropy']],
    ['what is work', ['what', 'is', 'work']],
    ['how work began', ['how', 'work', 'began']],
    ['work', ['work']],
  ])('reduces %j to its subject: %j', (query, words) => {
    expect(parseSearchQuery(query)).toEqual(words);
  });

  it.each([
    ['x', false],
    ['ox', true],
    ['brigde', true],
    ['x'.repeat(29), true],
    ['x'.repeat(30), false],
  ])('determines if %s may be misspelled: %s', (word, expected) => {
    expect(canBeCorrected(word)).toBe(expected);
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
    expect(computeEditDistance(a, b, 2)).toBe(Math.min(distance, 3));
    expect(computeEditDistance(b, a, 2)).toBe(Math.min(distance, 3));
  });

  it('comes with a list of all swaps of two adjacent letters', () => {
    expect(listTranspositions('abc')).toEqual(['bac', 'acb']);
    expect(listTranspositions('')).toEqual([]);
  });
});
