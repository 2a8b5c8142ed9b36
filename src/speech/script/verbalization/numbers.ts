import { toCardinal, toOrdinal } from 'n2words/en-GB';

/** Matches a number such as 7, 1,250 or 3.5: thousands may be separated by commas, and decimals follow a point. */
export const NUMBER_PATTERN_SOURCE = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?<![\d.])\.\d+)`;

/** Matches a word for a power of ten, from "hundred" to "trillion". */
export const POWER_OF_TEN_WORD_PATTERN = '(?:hundred|thousand|million|billion|trillion)';

/**
 * The maximum number of digits in a number that is spoken as a whole. A longer number is spoken digit by digit, because
 * it would be hard to understand.
 */
const MAX_SPOKEN_DIGITS = 18;

/** Returns all digits of a number. `String` alone would format a large number with an exponent. */
function toDigits(written: string | number): string {
  if (typeof written === 'string') return written.replaceAll(',', '');
  return String(BigInt(Math.min(written, Number.MAX_VALUE)));
}

/** Converts a number, with or without commas, to a cardinal in words: "five hundred and six". */
export function spellCardinal(written: string | number): string {
  const digits = toDigits(written);
  const isCode = digits.length > 1 && digits.startsWith('0');
  if (isCode || digits.length > MAX_SPOKEN_DIGITS) return spellDigits(digits);
  return toCardinal(BigInt(digits));
}

/**
 * Converts a number to an ordinal in words: "five hundred and sixth". The library n2words omits the British "and" from
 * ordinals. Therefore, only the part below one hundred is converted to an ordinal, and the hundreds are converted to a
 * cardinal.
 */
export function spellOrdinal(written: string | number): string {
  const digits = toDigits(written);
  if (digits.length > MAX_SPOKEN_DIGITS) return `number ${spellDigits(digits)}`;
  const value = BigInt(digits);
  if (value === 0n) return 'zeroth';
  const remainder = value % 100n;
  if (value < 100n || remainder === 0n) return toOrdinal(value);
  return `${toCardinal(value - remainder)} and ${toOrdinal(remainder)}`;
}

/** Converts a number with its decimals to words: "one thousand point zero five". */
export function spellNumber(written: string): string {
  const [whole = '', decimals] = written.split('.');
  const wholeWords = spellCardinal(whole === '' ? '0' : whole);
  return decimals === undefined ? wholeWords : `${wholeWords} point ${spellDigits(decimals)}`;
}

/**
 * Converts each digit to a word, as in telephone numbers, decimals and codes with a leading zero: "zero seven nine".
 */
export function spellDigits(digits: string): string {
  return [...digits].map((digit) => toCardinal(Number(digit))).join(' ');
}

/**
 * Converts a year, or a code of three or four digits, to words: "ten sixty-six", "nineteen oh five", "two thousand and
 * seven", "four seventy-six".
 */
export function spellYear(written: string | number): string {
  const year = Number(written);
  const [hundreds, rest] = [Math.trunc(year / 100), year % 100];
  if (year < 100 || year > 9999 || year % 1000 < 10) return spellCardinal(year);
  if (rest === 0) return `${spellCardinal(hundreds)} hundred`;
  return `${spellCardinal(hundreds)} ${rest < 10 ? `oh ${spellCardinal(rest)}` : spellCardinal(rest)}`;
}

/**
 * Converts the digits of a code, such as a model number, to words: "three eighty", "fifty-six thirty-four", "zero zero
 * seven".
 */
export function verbalizeNumericCode(digits: string): string {
  if (digits.startsWith('0') || digits.length > 4) return spellDigits(digits);
  return digits.length > 2 ? spellYear(digits) : spellCardinal(digits);
}

/** Returns the plural of a number word: "forties" for "forty", "hundreds" for "hundred". */
export function pluralizeNumberWord(number: string): string {
  if (number.endsWith('y')) return `${number.slice(0, -1)}ies`;
  return number.endsWith('x') ? `${number}es` : `${number}s`;
}

/** Spoken forms of signs before a number or between two numbers. */
const SIGNS: Readonly<Record<string, string>> = {
  '−': 'minus ',
  '-': 'minus ',
  '+': 'plus ',
  '±': 'plus or minus ',
  '~': 'about ',
  '≈': 'about ',
  '<': 'less than ',
  '>': 'more than ',
  '≤': 'at most ',
  '≥': 'at least ',
};

/** Matches a sign before a number. A sign after a variable, a digit or a bracket is an operator and does not match. */
const SIGN = String.raw`(?<!(?:(?<!\p{L})[b-hj-zB-HJ-Zα-ωΑ-Ω]|[\d)])\s?)(?<!\p{L})[−\-+±~≈<>≤≥](?=\s?[\d.])\s?`;

const PARTS = String.raw`(${SIGN})?(?<![\p{L}\d.,])(${NUMBER_PATTERN_SOURCE})(?:\s?[–-]\s?(−)?(${NUMBER_PATTERN_SOURCE}))?(?:[ -](${POWER_OF_TEN_WORD_PATTERN})\b)?`;

/** Matches a number with an optional sign, or a range, and an optional power of ten: "−5", "10–15", "1.2 million". */
export const NUMBER_OR_RANGE_PATTERN = PARTS.replace(/\((?!\?)/g, '(?:');

/** Converts a match of {@link NUMBER_OR_RANGE_PATTERN} to words. */
export function spellNumberOrRange(written: string): string {
  return written.replace(
    new RegExp(PARTS, 'u'),
    (_, sign = '', from: string, minus = '', to?: string, scale?: string) =>
      [
        SIGNS[sign.trim()] ?? '',
        spellNumber(from),
        to ? ` to ${minus ? 'minus ' : ''}${spellNumber(to)}` : '',
        scale ? ` ${scale}` : '',
      ].join(''),
  );
}
