import { toCardinal, toOrdinal } from 'n2words/en-GB';

/** A number as written: thousands by commas, decimals by a point. */
export const NUMBER_PATTERN = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?<![\d.])\.\d+)`;

/** What a number may count in, and its short forms beside money. */
export const SCALE_PATTERN = '(?:hundred|thousand|million|billion|trillion)';

/** Beyond this many digits nobody follows the words; the digits are read one by one. */
const MOST_DIGITS = 18;

/** The digits of a number as they are written out: JavaScript writes large ones with a power, and the largest not at all. */
function digitsOf(written: string | number): string {
  if (typeof written === 'string') return written.replaceAll(',', '');
  return String(BigInt(Math.min(written, Number.MAX_VALUE)));
}

/** "five hundred and six", from digits with or without commas. */
export function spellCardinal(written: string | number): string {
  const digits = digitsOf(written);
  const isCode = digits.length > 1 && digits.startsWith('0');
  if (isCode || digits.length > MOST_DIGITS) return spellDigits(digits);
  return toCardinal(BigInt(digits));
}

/**
 * "five hundred and sixth". The library leaves the British "and" out of its ordinals, so the hundreds are said
 * as a cardinal, and only what is below them as an ordinal.
 */
export function spellOrdinal(written: string | number): string {
  const digits = digitsOf(written);
  if (digits.length > MOST_DIGITS) return `number ${spellDigits(digits)}`;
  const value = BigInt(digits);
  if (value === 0n) return 'zeroth';
  const below = value % 100n;
  if (value < 100n || below === 0n) return toOrdinal(value);
  return `${toCardinal(value - below)} and ${toOrdinal(below)}`;
}

/** A number with its thousands and decimals: "one thousand point zero five". */
export function spellNumber(written: string): string {
  const [whole = '', decimals] = written.split('.');
  const said = spellCardinal(whole === '' ? '0' : whole);
  return decimals === undefined ? said : `${said} point ${spellDigits(decimals)}`;
}

/** "zero seven nine": telephone numbers, decimals, codes that begin with a nought. */
export function spellDigits(digits: string): string {
  return [...digits].map((digit) => toCardinal(Number(digit))).join(' ');
}

/**
 * A year as it is said: "ten sixty-six", "nineteen oh five", "two thousand and seven", "four seventy-six".
 * Codes of three and four digits are said in the same way.
 */
export function spellYear(written: string | number): string {
  const year = Number(written);
  const [hundreds, rest] = [Math.trunc(year / 100), year % 100];
  if (year < 100 || year > 9999 || year % 1000 < 10) return spellCardinal(year);
  if (rest === 0) return `${spellCardinal(hundreds)} hundred`;
  return `${spellCardinal(hundreds)} ${rest < 10 ? `oh ${spellCardinal(rest)}` : spellCardinal(rest)}`;
}

/** The digits of a code: "three eighty", "fifty-six thirty-four", "zero zero seven". */
export function spellCode(digits: string): string {
  if (digits.startsWith('0') || digits.length > 4) return spellDigits(digits);
  return digits.length > 2 ? spellYear(digits) : spellCardinal(digits);
}

/** "forties" of "forty", "nineties" of "ninety", "hundreds" of "hundred". */
export function pluralizeNumber(number: string): string {
  if (number.endsWith('y')) return `${number.slice(0, -1)}ies`;
  return number.endsWith('x') ? `${number}es` : `${number}s`;
}

/** What stands before a number, or between two of them. */
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

/** Not between two operands: after a letter of a formula, a figure or a bracket it compares or calculates. */
const SIGN = String.raw`(?<!(?:(?<!\p{L})[b-hj-zB-HJ-Zα-ωΑ-Ω]|[\d)])\s?)(?<!\p{L})[−\-+±~≈<>≤≥](?=\s?[\d.])\s?`;

const PARTS = String.raw`(${SIGN})?(?<![\p{L}\d.,])(${NUMBER_PATTERN})(?:\s?[–-]\s?(−)?(${NUMBER_PATTERN}))?(?:[ -](${SCALE_PATTERN})\b)?`;

/** A number with its sign, or a range of two, and what it counts in: "−5", "10–15", "1.2 million". */
export const AMOUNT_PATTERN = PARTS.replace(/\((?!\?)/g, '(?:');

/** Says what {@link AMOUNT_PATTERN} finds. */
export function spellAmount(written: string): string {
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
