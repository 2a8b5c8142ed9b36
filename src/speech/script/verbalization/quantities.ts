import {
  NUMBER_OR_RANGE_PATTERN,
  NUMBER_PATTERN_SOURCE,
  POWER_OF_TEN_WORD_PATTERN,
  spellCardinal,
  spellNumber,
  spellNumberOrRange,
  spellOrdinal,
} from './numbers.ts';
import { compilePattern, type VerbalizationRule } from './rules.ts';

/** The numerator and the denominator of each fraction character. */
const GLYPHS: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅚': [5, 6],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};

/** Spoken forms of expressions with a slash that are not fractions. */
const FIXED_EXPRESSIONS: Readonly<Record<string, string>> = {
  '24/7': 'twenty-four seven',
  '9/11': 'nine eleven',
  '20/20': 'twenty twenty',
  '50/50': 'fifty fifty',
};

/**
 * Denominators that are spoken as a noun or an ordinal, as in "three quarters" and "two fifths". Fractions with any
 * other denominator, and improper fractions such as 22/7, are spoken with "over".
 */
const NAMED_PARTS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 64, 100, 1000]);

const SCORED =
  '(?<=\\b(?:won|win|lost|lose|beat|beaten|drew|draw|score|scored|led|leading|trailed|down|up)\\b[^.;,\\d]{0,30})';
const IN_PROPORTION = '(?<=\\b(?:ratio|odds|proportion|scale|proportions)\\b[^.;\\d]{0,30})';
const GLYPH = `[${Object.keys(GLYPHS).join('')}]`;

/**
 * Text normalization rules that convert percentages, scores, fractions, multiples, dimensions and ordinals to words.
 */
export const QUANTITY_RULES: readonly VerbalizationRule[] = [
  [
    compilePattern(String.raw`(${NUMBER_OR_RANGE_PATTERN})\s?%`),
    (_, amount) => `${spellNumberOrRange(amount!)} per cent`,
  ],
  [
    compilePattern(String.raw`(${NUMBER_OR_RANGE_PATTERN})\s?‰`),
    (_, amount) => `${spellNumberOrRange(amount!)} per mille`,
  ],
  [
    compilePattern(String.raw`${SCORED}(?<![\d.])(\d{1,2})[–-](\d{1,2})(?![\d.])`),
    (_, ours, theirs) => `${spellGoals(ours!)} ${spellGoals(theirs!)}`,
  ],
  [/(?<![\d/])(24\/7|9\/11|20\/20|50\/50)(?![\d/])/gu, (written) => FIXED_EXPRESSIONS[written]!],
  [
    /(?<![\d/.,])(?:(\d+)[ -])?(\d+)\/(\d+)(?![\d/]|[.,]\d)(?:(st|nd|rd|th)s?\b)?/gu,
    (_, whole, parts, total) => spellFraction(whole, Number(parts), Number(total)),
  ],
  [
    compilePattern(
      String.raw`(?<![\d.,])(?:(\d+)\s?)?(${GLYPH})(?: ?(${POWER_OF_TEN_WORD_PATTERN}))?`,
    ),
    (_, whole, glyph, scale) =>
      `${spellFraction(whole, ...GLYPHS[glyph!]!)}${scale ? ` ${scale}` : ''}`,
  ],
  [
    compilePattern(
      String.raw`(?<![\p{L}\d.,])(${NUMBER_PATTERN_SOURCE})\s?[x×](?![\p{L}\d]|\s?[\d.(+=−-])`,
    ),
    (_, times) => `${spellNumber(times!)} times`,
  ],
  // Spells out dimensions without a unit: 4x4, 5x5x5.
  [
    /(?<![\p{L}\d.,])[1-9]\d{0,3}(?:x[1-9]\d{0,3}){1,2}(?![\p{L}\d])/gu,
    (sides) => sides.split('x').map(spellCardinal).join(' by '),
  ],
  [/(?<![\p{L}\d.,])(\d[\d,]*)(?:st|nd|rd|th)\b/gu, (_, rank) => spellOrdinal(rank!)],
];

/**
 * Text normalization rules that convert ratios to words. They must be applied before the rules for times of day,
 * because ratios and times both contain a colon.
 */
export const RATIO_RULES: readonly VerbalizationRule[] = [
  [
    compilePattern(
      String.raw`${IN_PROPORTION}(?<![\d.,:])(${NUMBER_PATTERN_SOURCE})\s?[:–-]\s?(${NUMBER_PATTERN_SOURCE})(?![\d:])`,
      'i',
    ),
    (_, one, other) => `${spellNumber(one!)} to ${spellNumber(other!)}`,
  ],
  [
    compilePattern(
      String.raw`(?<![\d.,:])(${NUMBER_PATTERN_SOURCE}) ?: ?(\d|\d{3,}|[6-9]\d|\d{1,3}(?:,\d{3})+)(?![\d:,.]*\d)`,
    ),
    (_, one, other) => `${spellNumber(one!)} to ${spellNumber(other!)}`,
  ],
];

const spellGoals = (written: string) => (written === '0' ? 'nil' : spellCardinal(written));

/**
 * Converts a fraction or a mixed number to words: "three quarters", "one half", "twenty-two over seven", "two and a
 * half".
 */
function spellFraction(whole: string | undefined, numerator: number, denominator: number): string {
  if (!whole) return spellSimpleFraction(numerator, denominator);
  const fractionWords =
    numerator === 1
      ? spellSimpleFraction(1, denominator).replace(/^one/, denominator === 8 ? 'an' : 'a')
      : spellSimpleFraction(numerator, denominator);
  return `${spellCardinal(whole)} and ${fractionWords}`;
}

function spellSimpleFraction(numerator: number, denominator: number): string {
  if (!NAMED_PARTS.has(denominator) || numerator >= denominator)
    return `${spellCardinal(numerator)} over ${spellCardinal(denominator)}`;
  if (denominator === 2) return `${spellCardinal(numerator)} half`;
  const part = denominator === 4 ? 'quarter' : spellOrdinal(denominator).replace(/^one /, '');
  return `${spellCardinal(numerator)} ${part}${numerator === 1 ? '' : 's'}`;
}
