import { type Lexicon, respell } from '../lexicon.ts';
import { ACRONYMS } from './acronyms.ts';
import { ADDRESSES } from './addresses.ts';
import { DATES, YEARS } from './calendar.ts';
import { CLOCK } from './clock.ts';
import { FORMULAE } from './formulae.ts';
import { MEASURES } from './measures.ts';
import { MONEY } from './money.ts';
import { QUANTITIES, RATIOS } from './quantities.ts';
import { ROMAN_NUMERALS } from './roman-numerals.ts';
import { applyRules, type Rule } from './rules.ts';
import { SHORTENINGS } from './shortenings.ts';
import { REMAINING_NUMBERS, SIGNS } from './signs.ts';
import { clean, LETTERS, PAUSES, plainTypography, TIDY } from './typography.ts';

/**
 * From what can be told by its shape alone to what is left when all else is said. Earlier rules take what
 * later ones would misread: an address its dots, a date its year, a unit its power, a ratio its colon.
 */
const CASCADE: readonly Rule[] = [
  ...ADDRESSES,
  ...SHORTENINGS,
  ...RATIOS,
  ...CLOCK,
  ...DATES,
  ...MONEY,
  ...MEASURES,
  ...YEARS,
  ...QUANTITIES,
  ...ROMAN_NUMERALS,
  ...ACRONYMS,
  ...FORMULAE,
  ...REMAINING_NUMBERS,
  ...SIGNS,
  ...PAUSES,
];

/**
 * Text normalisation (verbalisation): a sentence as it is said, in plain English words that a simple engine
 * reads right. The classes of what is not a word follow Sproat et al., "Normalization of non-standard words"
 * (2001). The result has letters, spaces and `.,?!;:'-` alone; said twice, it stays the same.
 */
export function verbalise(sentence: string, lexicon: Lexicon): string {
  const written = respell(plainTypography(sentence), lexicon);
  return applyRules(clean(applyRules(written, CASCADE)), [...TIDY, ...LETTERS]);
}
