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
import { SHORT_SCALES } from './short-scales.ts';
import { SHORTENINGS } from './shortenings.ts';
import { REMAINING_NUMBERS, SIGNS } from './signs.ts';
import { clean, LETTERS, PAUSES, plainTypography, TIDY } from './typography.ts';

/**
 * Characters that the rules see at once. Some of them take time with the square of these; no sentence that is written to
 * be understood is longer.
 */
const LONGEST_PIECE = 1000;

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
  ...SHORT_SCALES,
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
  return piecesOf(sentence)
    .map((piece) => verbalisePiece(piece, lexicon))
    .filter(Boolean)
    .join(' ');
}

function verbalisePiece(piece: string, lexicon: Lexicon): string {
  const written = respell(plainTypography(piece), lexicon);
  return applyRules(clean(applyRules(written, CASCADE)), [...TIDY, ...LETTERS]);
}

/** A text in pieces of bounded length, cut at a pause if possible, and otherwise between words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > LONGEST_PIECE) {
    const longest = rest.slice(0, LONGEST_PIECE);
    const end = ['; ', ', ', ' ']
      .map((mark) => longest.lastIndexOf(mark) + mark.length)
      .find((at) => at > LONGEST_PIECE / 2);
    pieces.push(rest.slice(0, end ?? LONGEST_PIECE));
    rest = rest.slice(end ?? LONGEST_PIECE);
  }
  return [...pieces, rest];
}
