import anyAscii from 'any-ascii';
import { compilePattern, type VerbalizationRule } from './rules.ts';

/**
 * Matches a noun that is usually followed by its number, as in "page 12". A second number after that is a separate
 * number, not another group of digits: "page 12 300 names", "on Apollo 11 300 people".
 */
const NUMBERED = String.raw`(?:pages?|chapters?|parts?|rooms?|lines?|verses?|routes?|figures?|numbers?|versions?|volumes?|\S \p{Lu}\p{L}{0,20})`;
/** Matches a number that contains one space as a thousands separator: 20 000. */
const ONE_GROUP = compilePattern(
  String.raw`(?<![\p{L}\d.,+()-])(?<![\d+)] )(?<!${NUMBERED} )([1-9]\d{0,2}) (\d{3})(?![\d\p{L}-]|[.,:/]\d| \d)`,
);

/**
 * Normalizes the characters of a text. Composes letters with their accents (NFC), and replaces
 * special spaces, hyphens and digits with ASCII characters. Writes thousands separators as commas.
 * Uses " for all quotation marks, and ' only for apostrophes.
 */
export function normalizeTypography(text: string): string {
  const composed = text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff\u2061-\u2064]/gu, '')
    .replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/gu, ',')
    .replace(/\s+/gu, ' ')
    .replace(/(?<![\d.,+] ?)\d{1,3}(?: \d{3}){2,}(?! ?\d)/gu, (number) =>
      number.replaceAll(' ', ','),
    )
    .replace(ONE_GROUP, '$1,$2')
    // Normalizes thousands separators other than spaces, as in 20'000, 1.234.567 and 5,00,000.
    .replace(/(?<=\d)['’](?=\d{3}(?!\d))/gu, ',')
    .replace(/(?<![\d.,])\d{1,3}(?:\.\d{3}){2}(?![.,]?\d)/gu, (number) =>
      number.replaceAll('.', ','),
    )
    .replace(/(?<![\d.,])\d{1,2}(?:,\d{2})+,\d{3}(?![.,]?\d)/gu, (number) =>
      number.replaceAll(',', ''),
    )
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/\u2044/gu, '/')
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCodePoint(wide.codePointAt(0)! - 0xfee0))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => anyAscii(digit));
  return normalizeQuotes(composed).trim();
}

const BEFORE_OPENING_QUOTE = /[\s([{"“«—–-]|^$/u;
const LETTER = /[\p{L}\d]/u;

/**
 * Replaces all quotation marks with " and all apostrophes with '. A single quote is a quotation mark if it opens a
 * quotation before a letter, or closes an open quotation. All other single quotes are apostrophes, as in "it's", "’90s"
 * and "the potters’ quarter".
 */
function normalizeQuotes(text: string): string {
  const lastEnd = findLastMatchIndex(text, /[\p{L}.,!?…]['’](?!\p{L})/gu);
  let isOpen = false;
  return text.replace(/[“”„‟«»"]|[‘’‚‛'`´]/gu, (mark, at: number) => {
    if (/[“”„‟«»"]/u.test(mark)) return '"';
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? ''];
    if (LETTER.test(before) && LETTER.test(after)) return "'";
    if (isOpen && !BEFORE_OPENING_QUOTE.test(before) && !LETTER.test(after)) {
      isOpen = false;
      return '"';
    }
    const hasEnd = lastEnd > at;
    const canOpen = mark === '‘' || (mark === "'" && !/\d/.test(after));
    if (canOpen && BEFORE_OPENING_QUOTE.test(before) && LETTER.test(after) && hasEnd) {
      isOpen = true;
      return '"';
    }
    return LETTER.test(before) || LETTER.test(after) ? "'" : ' ';
  });
}

function findLastMatchIndex(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}

const LONE_A = [
  // Matches the letter A after nouns such as "vitamin" and "letter": vitamin A, the letter a.
  /(?<=\b(?:letter|letters|vowel|initial)\s"?)[Aa](?![\p{L}\d'])/gu,
  /(?<=\b(?:[Vv]itamin|[Cc]lass|[Pp]lan|[Pp]oint|[Gg]rade|[Tt]ype|[Hh]epatitis|[Gg]roup|[Bb]lock|[Ss]ide|[Ss]ection|[Ss]tep|[Pp]art|[Ff]igure|[Aa]ppendix|[Tt]able) )A(?![\p{L}\d'])/gu,
  // Matches the letter A before text that never follows the article "a", such as a comma or "and".
  /(?<![\p{L}\d'.]|\p{Lu} )[Aa](?=\s?(?:[,.;:!?)]|$)|'s\b| (?:(?:and|or|nor|is|are|was|equals|implies)\b|to \p{Lu}(?!\p{L})))/gu,
  // Matches a capital A between lower-case words. The article would be in lower case there.
  /(?<=\p{Ll},? )A(?= \p{Ll})/gu,
];

/**
 * Text normalization rules that respell the letter A, and capitalize the first letter of the text. Without respelling,
 * a speech engine would read the letter A as the article.
 */
export const LETTER_A_AND_CAPITALIZATION_RULES: readonly VerbalizationRule[] = [
  ...LONE_A.map((letter): VerbalizationRule => [letter, 'ay']),
  [/^[a-z]/gu, (letter) => letter.toUpperCase()],
];

/** Matches a complete ellipsis, beginning with its first dot. */
const ELLIPSIS = String.raw`(?:…|(?<!\. ?)\.(?: ?\.){2,})`;

/**
 * Text normalization rules that remove quotation marks, and replace brackets, dashes and dots with punctuation marks
 * for pauses.
 */
export const PAUSE_RULES: readonly VerbalizationRule[] = [
  [/\((s|es)\)/gu, '$1'],
  // Removes the parentheses around a single letter before a punctuation mark. The letter is a label, such as (D), and
  // needs no pauses.
  [/\((\p{L})\)(?=[.,;:?!]|$)/gu, '$1'],
  [/"/gu, ''],
  [/[*_†‡•]/gu, ''],
  [/\[\d+\]/gu, ''],
  [/\s*[([{]\s*/gu, ', '],
  [/\s*[)\]}]\s*/gu, ', '],
  [compilePattern(String.raw`\s*${ELLIPSIS}\s*$`), '.'],
  [compilePattern(String.raw`\s*${ELLIPSIS}\s*(?=[?!])`), ''],
  [compilePattern(String.raw`\s*${ELLIPSIS}\s*`), ', '],
  [/\s*(?:[—―]|--+)\s*/gu, ', '],
  [/\s+[–-]+\s+|^[–-]+\s*|\s*[–-]+$/gu, ', '],
  [/–/gu, '-'],
];

/**
 * Transliterates letters that an English speech engine does not know. Replaces all other signs with spaces, except
 * punctuation marks for pauses.
 */
export function replaceUnspeakableCharacters(text: string): string {
  return text
    .replace(/[^\p{ASCII}]/gu, (mark) =>
      /\p{L}/u.test(mark) ? anyAscii(mark).replace(/[^A-Za-z']/g, '') : ' ',
    )
    .replace(/[^A-Za-z .,?!;:'-]/g, ' ');
}

/**
 * Text normalization rules that clean up punctuation marks. They merge consecutive marks, remove marks at the
 * beginning, and add a missing mark at the end.
 */
export const PUNCTUATION_CLEANUP_RULES: readonly VerbalizationRule[] = [
  [/(?<![A-Za-z])'+|'+(?![A-Za-z])(?<!s')/gu, ''],
  [/(?<![A-Za-z])-+|-+(?![A-Za-z])/gu, ' '],
  [/\s+/gu, ' '],
  [/\s+(?=[.,?!;:])/gu, ''],
  [/(?<![.,;:])[.,;:]*([?!])[.,;:?!]*/gu, '$1'],
  [/(?<![,;:])[,;:]*\.[.,;:]*/gu, '.'],
  [/(?<!,),*([;:])[,;:]*/gu, '$1'],
  [/,{2,}/gu, ','],
  [/([.,?!;:])(?=[A-Za-z])/gu, '$1 '],
  [/^[\s.,?!;:'-]+|\s+$/gu, ''],
  [/(?<=[A-Za-z'])[,;:]?$/gu, '.'],
];
