import { RELATION_SIGN_WORDS } from './formulas.ts';
import {
  NUMBER_OR_RANGE_PATTERN,
  NUMBER_PATTERN_SOURCE,
  spellNumber,
  spellNumberOrRange,
} from './numbers.ts';
import { compilePattern, type VerbalizationRule } from './rules.ts';

const WEEKDAYS = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTHS =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)';

/**
 * Text normalization rules for numbers and ranges that no earlier rule has converted. They convert these numbers to
 * words, together with their signs.
 */
export const REMAINING_NUMBER_RULES: readonly VerbalizationRule[] = [
  [/#(?=\d)/gu, 'number '],
  [/§§? ?(?=\d)/gu, 'section '],
  [/(?<=\d)\s?[+]\s?(?=\d)/gu, ' plus '],
  [
    compilePattern(String.raw`(?<!\d)(${NUMBER_PATTERN_SOURCE})\+(?!\d)`),
    (_, number) => `${spellNumber(number!)} plus`,
  ],
  [
    compilePattern(String.raw`(${NUMBER_OR_RANGE_PATTERN})(?=(\p{L})?)`),
    (_, amount, letter) => `${spellNumberOrRange(amount!)}${letter ? ' ' : ''}`,
  ],
  [compilePattern(NUMBER_PATTERN_SOURCE), (number) => ` ${spellNumber(number)} `],
];

/**
 * Text normalization rules that replace signs with the words that they stand for. A later step removes all other signs.
 */
export const SIGN_RULES: readonly VerbalizationRule[] = [
  [/\band\/or\b/gu, 'and or'],
  // Spells out sharps and flats in music: C#, F♯, B♭.
  [
    /(?<![\p{L}\d])([A-G])([#♯♭])(?![\p{L}\d])/gu,
    (_, note, sign) => `${note === 'A' ? 'ay' : note} ${sign === '♭' ? 'flat' : 'sharp'}`,
  ],
  // Replaces a slash after a plural with "per": hours/week, but not day/night.
  [/(?<=\p{Ll}s)\/(?=(?:second|minute|hour|day|night|week|month|year|person|capita)\b)/gu, ' per '],
  [
    /\b(he\/she|she\/he|his\/her|him\/her|s\/he)\b/giu,
    (pair) => (pair === 's/he' ? 'she or he' : pair.replace('/', ' or ')),
  ],
  [/(?<=\p{Lu}(?: \p{Lu})*)\/(?=\p{Lu}(?!\p{Ll}))/gu, ' '],
  [/(?<=[\p{L}\d])\/(?=[\p{L}\d])/gu, ' slash '],
  [
    compilePattern(
      String.raw`(${WEEKDAYS}|${MONTHS}|(?<!\p{L})\p{Lu})\s?[–-]\s?(?=${WEEKDAYS}|${MONTHS}|\p{Lu}(?!\p{L}))`,
    ),
    '$1 to ',
  ],
  [/&/gu, ' and '],
  [/#(?=\p{L})/gu, ' hashtag '],
  [/@/gu, ' at '],
  [/§§? ?/gu, ' section '],
  [/%/gu, ' per cent '],
  [/‰/gu, ' per mille '],
  [/°/gu, ' degrees '],
  [/±/gu, ' plus or minus '],
  [/\s?[~∼]\s?(?=\p{L})/gu, ' about '],
  [
    compilePattern(String.raw`\s?([${Object.keys(RELATION_SIGN_WORDS).join('')}])\s?`),
    (_, relation) => ` ${RELATION_SIGN_WORDS[relation!]} `,
  ],
  [/(?<=\p{L})\+{2}/gu, ' plus plus'],
  [/\s?\+\s?(?=\p{L})/gu, ' plus '],
  [/\+/gu, ' plus '],
  [/\s?[→⟶⇒]\s?/gu, ' to '],
  [/\s?[←⟵⇐]\s?/gu, ' from '],
  [/−(?=\p{L})/gu, ' minus '],
  [/∞/gu, ' infinity '],
  [/©/gu, ' copyright '],
  [/\$/gu, ' dollars '],
  [/£/gu, ' pounds '],
  [/€/gu, ' euros '],
];
