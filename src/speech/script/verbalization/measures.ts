import {
  NUMBER_OR_RANGE_PATTERN,
  NUMBER_PATTERN_SOURCE,
  spellCardinal,
  spellNumberOrRange,
} from './numbers.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';
import { STANDALONE_UNIT_SYMBOLS, UNIT_NAMES, type UnitName } from './units.ts';

/** Spoken forms of fraction characters before a noun. */
const PART_OF: Readonly<Record<string, string>> = {
  '½': 'half',
  '¼': 'a quarter of',
  '¾': 'three quarters of',
};

const POWERS: Readonly<Record<string, string>> = {
  '²': 'square ',
  '³': 'cubic ',
  '2': 'square ',
  '3': 'cubic ',
};

/** Matches a unit symbol. At the end of a sentence, "in." is the word "in", not the unit. */
const SYMBOL = String.raw`(?:(?!in\.\W*$)${joinAlternatives([...UNIT_NAMES.keys()])})`;
/** Matches a unit with its power and denominator: m², m/s, kg/m³, km/s/Mpc, m s⁻¹. */
const UNIT = String.raw`(${SYMBOL})([²³]|(?<=m)[23])?([ ·]?${SYMBOL}⁻[¹²³]|(?:/${SYMBOL}(?:[²³]|(?<=m)[23])?)*)(?![\p{L}\d])`;
const COMPASS_POINTS: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
};

/**
 * Text normalization rules that convert numbers with units to words. The unit is singular after "a" or "an" and after a
 * hyphen, as in "a five kilometre walk". After a space, "in" is the preposition, whereas "in.", "12in" and "12-in" mean
 * inches.
 */
export const MEASURE_RULES: readonly VerbalizationRule[] = [
  // Spells out coordinates and heights: 51°30′N, 5′10″.
  [
    /(?<!\d)(\d{1,3})°\s?(\d{1,2})[′'](?:\s?(\d{1,2})[″"])?(?:\s?([NSEW])\b)?/gu,
    (_, degrees, minutes, seconds, point) =>
      [
        `${spellCardinal(degrees!)} degrees ${spellCardinal(Number(minutes))} minutes`,
        seconds ? ` ${spellCardinal(Number(seconds))} seconds` : '',
        point ? ` ${COMPASS_POINTS[point]}` : '',
      ].join(''),
  ],
  [
    /(?<![\d\p{L}])(\d)[′'](\d{1,2})[″"]/gu,
    (_, feet, inches) => `${spellCardinal(feet!)} foot ${spellCardinal(inches!)}`,
  ],
  // Spells out heights and weights: 6ft 2in, 8st. A number before "st" is an ordinal if it ends in
  // 1 but not in 11 (21st), and otherwise a weight in stones (11st).
  [
    /(?<![\p{L}\d.,])(\d{1,3}) ?ft\.? ?(\d{1,2}) ?in(?:s|ches)?\b\.?/gu,
    (_, feet, inches) =>
      `${spellCardinal(feet!)} ${feet === '1' ? 'foot' : 'feet'} ${spellCardinal(inches!)} ${inches === '1' ? 'inch' : 'inches'}`,
  ],
  [
    compilePattern(String.raw`(\b[Aa]n? )?(?<![\p{L}\d.,])(${NUMBER_PATTERN_SOURCE})in\b(?!-)`),
    (_, article = '', amount) =>
      `${article}${spellNumberOrRange(amount!)} ${article || amount === '1' ? 'inch' : 'inches'}`,
  ],
  [
    /(?<![\p{L}\d.,])(\d?(?:1\d|[02-9]))st(?![\p{L}\d])/gu,
    (_, stones) => `${spellCardinal(stones!)} stone`,
  ],
  // Spells out dimensions with units: 210 cm × 297 mm, 3 × 4 m.
  [
    compilePattern(
      String.raw`(?<=\d\s?(?:${SYMBOL})?)\s?[×x]\s?(?=${NUMBER_PATTERN_SOURCE}(?:\s?[×x]\s?${NUMBER_PATTERN_SOURCE})?\s?${SYMBOL}(?!\p{L}))`,
    ),
    ' by ',
  ],
  [
    compilePattern(String.raw`(?<![\p{L}\d.])([½¼¾])\s?${UNIT}`),
    (_, part, symbol, power, denominator) => {
      const unit = spellUnit(UNIT_NAMES.get(symbol!)!, power, denominator, true);
      return part === '½' ? `half a ${unit}` : `${PART_OF[part!]} a ${unit}`;
    },
  ],
  [
    compilePattern(String.raw`(\b[Aa]n? )?(${NUMBER_OR_RANGE_PATTERN})([½¼¾])?(\s?|-)${UNIT}`),
    (_, article = '', amount, part, join, symbol, power, denominator) => {
      // "5K" without a space is a race or a screen resolution, whereas "5 K" is a temperature.
      if (symbol === 'K' && !join) return `${article}${spellNumberOrRange(amount!)} K`;
      const isOne = Boolean(article) || join === '-' || (amount === '1' && !part);
      const half = part
        ? ` and ${part === '½' ? 'a half' : PART_OF[part]!.replace(' of', '')}`
        : '';
      return `${article}${spellNumberOrRange(amount!)}${half} ${spellUnit(UNIT_NAMES.get(symbol!)!, power, denominator, isOne)}`;
    },
  ],
  // Spells out a unit after a power of ten: 10⁻⁹ m.
  [
    compilePattern(`(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹] )${UNIT}`),
    (_, symbol, power, denominator) =>
      spellUnit(UNIT_NAMES.get(symbol!)!, power, denominator, false),
  ],
  [
    compilePattern(String.raw`(${NUMBER_OR_RANGE_PATTERN})-(in|ft)\b(?!-)`),
    (_, amount, symbol) => `${spellNumberOrRange(amount!)} ${symbol === 'in' ? 'inch' : 'foot'}`,
  ],
  [
    compilePattern(
      String.raw`(?<![\p{L}\d/])${joinAlternatives(STANDALONE_UNIT_SYMBOLS)}(?![\p{L}\d/²³])`,
    ),
    (symbol) =>
      symbol.replace(new RegExp(`^${UNIT}$`, 'u'), (_, unit, power, denominator) =>
        spellUnit(UNIT_NAMES.get(unit)!, power, denominator, false),
      ),
  ],
];

function spellUnit(name: UnitName, power = '', denominator = '', isOne = false): string {
  const unit = `${POWERS[power] ?? ''}${name[isOne ? 0 : 1]}`;
  return unit + spellUnitDenominator(denominator);
}

/** Converts the denominator of a unit to words: "/s" and "s⁻¹" to "per second", "/m³" to "per cubic metre". */
export function spellUnitDenominator(denominator: string): string {
  const parts = denominator.split(/[/ ·]/).filter(Boolean);
  return parts
    .map((part) => {
      const [, symbol = '', power = ''] = /^(.+?)(?:⁻?([¹²³23]))?$/u.exec(part)!;
      return ` per ${POWERS[power] ?? ''}${UNIT_NAMES.get(symbol)?.[0] ?? symbol}`;
    })
    .join('');
}
