import { type Lexicon, respellWords } from '../lexicon.ts';
import { ABBREVIATION_RULES } from './abbreviation-rules.ts';
import { ACRONYM_RULES } from './acronyms.ts';
import { URL_EMAIL_PHONE_AND_VERSION_RULES } from './addresses.ts';
import { DATE_RULES, YEAR_RULES } from './calendar.ts';
import { CLOCK_RULES } from './clock.ts';
import { MATH_FORMULA_RULES } from './formulas.ts';
import { MEASURE_RULES } from './measures.ts';
import { MONEY_RULES } from './money.ts';
import { QUANTITY_RULES, RATIO_RULES } from './quantities.ts';
import { ROMAN_NUMERAL_RULES } from './roman-numerals.ts';
import { applyVerbalizationRules, type VerbalizationRule } from './rules.ts';
import { ABBREVIATED_NUMBER_RULES } from './short-scales.ts';
import { REMAINING_NUMBER_RULES, SIGN_RULES } from './signs.ts';
import {
  LETTER_A_AND_CAPITALIZATION_RULES,
  normalizeTypography,
  PAUSE_RULES,
  PUNCTUATION_CLEANUP_RULES,
  replaceUnspeakableCharacters,
} from './typography.ts';

/**
 * The maximum number of characters that the rules process at a time. The limit is needed because the running time of
 * some rules grows quadratically with the length of the text. No readable sentence is longer.
 */
const MAX_PIECE_LENGTH = 1000;

/**
 * The text normalization rules in the order in which they are applied, most specific first. Earlier rules convert text
 * that later rules would misinterpret, such as the dots of a URL, the year of a date or the colon of a ratio.
 */
const CASCADE: readonly VerbalizationRule[] = [
  ...URL_EMAIL_PHONE_AND_VERSION_RULES,
  ...ABBREVIATION_RULES,
  ...RATIO_RULES,
  ...CLOCK_RULES,
  ...DATE_RULES,
  ...MONEY_RULES,
  ...ABBREVIATED_NUMBER_RULES,
  ...MEASURE_RULES,
  ...YEAR_RULES,
  ...QUANTITY_RULES,
  ...ROMAN_NUMERAL_RULES,
  ...ACRONYM_RULES,
  ...MATH_FORMULA_RULES,
  ...REMAINING_NUMBER_RULES,
  ...SIGN_RULES,
  ...PAUSE_RULES,
];

/**
 * Converts a sentence to plain English words that a simple speech engine reads correctly (text normalization). The
 * rules follow the word classes in Sproat et al., "Normalization of non-standard words" (2001). The result contains
 * only letters, spaces and `.,?!;:'-`. Converting the result again does not change it.
 */
export function verbalizeSentence(sentence: string, lexicon: Lexicon): string {
  return splitPieces(sentence)
    .map((piece) => verbalizePiece(piece, lexicon))
    .filter(Boolean)
    .join(' ');
}

function verbalizePiece(piece: string, lexicon: Lexicon): string {
  const normalized = respellWords(normalizeTypography(piece), lexicon);
  return applyVerbalizationRules(
    replaceUnspeakableCharacters(applyVerbalizationRules(normalized, CASCADE)),
    [...PUNCTUATION_CLEANUP_RULES, ...LETTER_A_AND_CAPITALIZATION_RULES],
  );
}

/**
 * Splits a text into pieces of at most {@link MAX_PIECE_LENGTH} characters. Splits at a semicolon, a comma or a space,
 * in that order of preference.
 */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  let remaining = text;
  while (remaining.length > MAX_PIECE_LENGTH) {
    const longest = remaining.slice(0, MAX_PIECE_LENGTH);
    const end = ['; ', ', ', ' ']
      .map((mark) => longest.lastIndexOf(mark) + mark.length)
      .find((at) => at > MAX_PIECE_LENGTH / 2);
    pieces.push(remaining.slice(0, end ?? MAX_PIECE_LENGTH));
    remaining = remaining.slice(end ?? MAX_PIECE_LENGTH);
  }
  return [...pieces, remaining];
}
