import { CHEMICAL_ELEMENT_SYMBOLS } from './elements.ts';
import { spellCardinal, verbalizeNumericCode } from './numbers.ts';
import { joinAlternatives, type VerbalizationRule } from './rules.ts';

/**
 * Acronyms that are always read as a word, even if they have only three letters or look
 * unpronounceable.
 */
const WORDS = new Set([
  ...['NASA', 'NATO', 'AIDS', 'OPEC', 'UEFA', 'FIFA', 'SARS', 'COVID', 'LASER', 'RADAR', 'SCUBA'],
  ...['UNESCO', 'UNICEF', 'ASCII', 'JPEG', 'MPEG', 'RAM', 'ROM', 'SIM', 'PIN', 'GIF', 'LED', 'ZIP'],
  ...['CAPTCHA', 'GUI', 'SWAT', 'SAT', 'NIMBY', 'YOLO', 'CERN', 'ESA', 'PISA', 'BASIC', 'COBOL'],
]);

/** Acronyms that are always read letter by letter, even if they look pronounceable. */
const LETTERS = new Set([
  'UCLA',
  'IEEE',
  'ISBN',
  'ISSN',
  'ICAO',
  'IATA',
  'AARP',
  'ASAP',
  'HTML',
  'UUID',
  'EEG',
]);

/**
 * Short words that are not read as acronyms when they are written in capitals, because capitals often only emphasize
 * them.
 */
const EMPHASIZED_WORDS = new Set([
  ...['ALL', 'AND', 'ANY', 'ARE', 'AS', 'AT', 'BE', 'BUT', 'BY', 'CAN', 'DAY', 'DO', 'END', 'FOR'],
  ...['GET', 'GO', 'HAD', 'HAS', 'HE', 'HER', 'HIM', 'HIS', 'HOW', 'IF', 'IN', 'IS', 'ITS', 'LOW'],
  ...['MAN', 'MAY', 'ME', 'MY', 'NEW', 'NO', 'NOT', 'NOW', 'OF', 'OFF', 'OLD', 'ON', 'ONE', 'OR'],
  ...[
    'OUR',
    'OUT',
    'SEE',
    'SHE',
    'SO',
    'STOP',
    'THE',
    'TO',
    'TOP',
    'TWO',
    'UP',
    'WAS',
    'WAY',
    'WE',
  ],
  ...['WHY', 'YES', 'YET', 'YOU', 'TEN', 'BIG', 'BAD', 'OK'],
]);

/** Prefixes of names, such as "Mc". A capital letter after such a prefix does not begin a new word. */
const NAME_PREFIX = /^(?:Mc|Mac|De|Di|Da|La|Le|Van|Fitz|O|St)$/;

const ROW_OF_CAPITALS = /(?<![\p{L}\d])\p{Lu}{2,}(?: \p{Lu}{2,}){2,}(?![\p{L}\d])/gu;

/**
 * Text normalization rules for initials, acronyms, and codes of letters and digits. A pronounceable acronym of four
 * letters or more is spoken as a word ("Nasa", "Opera"). Other acronyms are spoken letter by letter. Their letters are
 * separated by spaces, because speech engines do not recognize acronyms.
 */
export const ACRONYM_RULES: readonly VerbalizationRule[] = [
  // Converts three or more consecutive words in capitals to lower case if one of them has at least five letters. Such
  // words are emphasized text, whereas a series of shorter words could consist of acronyms.
  [ROW_OF_CAPITALS, (row) => (/\p{Lu}{5}/u.test(row) ? row.toLowerCase() : row)],
  // Separates initials with spaces: U.S., U.S.A., J. R. Smith.
  [
    /(?<![\p{L}\d])(?:\p{Lu}\.){2,}(?!\p{L})/gu,
    (initials) => spellLetters(initials.replaceAll('.', '')),
  ],
  [/(?<![\p{L}\d'])(\p{Lu})\.[- ]?(?=\p{Lu}\.)/gu, '$1 '],
  [/(?<=(?:^|\p{Lu}\p{L}*\.? |\b(?:by|of) )\p{Lu})\.[- ]?(?=\p{Lu})/gu, ' '],
  // Spells out the elements and charges of ions: Na⁺, Ca²⁺, SO₄²⁻.
  [/(?<!\p{L})(\p{Lu}\p{Ll})(?=[²³]?[⁺⁻](?![⁰¹²³⁴-⁹]))/gu, (element) => spellLetters(element)],
  [
    /(?<=(?<!\p{L})\p{Lu}|[₀-₉])([²³]?)([⁺⁻])(?![⁰¹²³⁴-⁹])/gu,
    (_, count, charge) =>
      `${count && ` ${spellCardinal(count === '²' ? 2 : 3)}`}${CHARGES[charge!]}`,
  ],
  // Spells out codes such as B12, MP3, EA 5634, F-16 and R2-D2. Formulas such as H₂O and C6H12O6 have a separate rule.
  [
    /(?<![\p{L}\d])(\p{Lu}{1,6})(?:-|(?= \d+(?:$|[^ \d]| {1,2}\P{Ll})) )?(\d{1,5})(?:[- ](\p{Lu}{0,3})(\d{1,4}))?(?=$|[^\p{L}\d.,:]|[.,:](?!\d))/gu,
    (_, letters, digits, more = '', last) =>
      [
        spellOrReadLetters(letters!),
        verbalizeNumericCode(digits!),
        spellLetters(more),
        last ? verbalizeNumericCode(last) : '',
      ]
        .filter(Boolean)
        .join(' '),
  ],
  [
    /(?<![\p{L}\d])(?=[\p{L}\d]*[\d₀-₉])(?:\p{Lu}\p{Ll}?\d*[₀-₉]*){1,12}[⁺⁻]?(?![\p{L}\d])/gu,
    (code) => (isSpelledOut(code) ? spellFormula(code) : code),
  ],
  [
    /(?<![\p{L}\d.,])(\d{1,4})-?(\p{Lu}{1,3})(s)?(?![\p{L}\d])/gu,
    (_, digits, letters, s = '') =>
      `${spellCardinal(digits!)} ${spellLetters(letters!)}${s && "'s"}`,
  ],
  [
    /(?<![\p{L}\d])(\p{L}\p{Ll}+)-(\d{2,4})(?![\p{L}\d]|[.,]\d)/gu,
    (_, word, digits) => `${word} ${verbalizeNumericCode(digits!)}`,
  ],
  // Separates the letters of acronyms that begin with a lower-case letter: mRNA, tRNA.
  [
    /(?<!\p{L})(\p{Ll})(\p{Lu}{2,})(s?)(?!\p{L})/gu,
    (_, first, rest, s) => `${spellLetters(first! + rest!)}${s && "'s"}`,
  ],
  // Separates the letters of chemical formulas without digits: NaCl, HCl.
  [
    /(?<!\p{L})(?:\p{Lu}\p{Ll}?){2,6}(?!\p{L})/gu,
    (word) => (/\p{Ll}/u.test(word) && isFormula(word) ? spellLetters(word) : word),
  ],
  [
    /(?<![\p{L}\d])(\p{Lu}{2,})(s)?(?=-?)(?!\p{Ll})/gu,
    (_, letters, s = '') => spellAcronym(letters!, s),
  ],
  [/(?<=\b\p{Lu} \p{Lu})-(?=\p{L})/gu, ' '],
  // Inserts a space before a capital letter inside a name: YouTube and JavaScript, but not McDonald.
  [
    /(?<!\p{L})(\p{Lu}?\p{Ll}+)(\p{Lu}\p{Ll}+)(?!\p{L})/gu,
    (written, first, second) => (NAME_PREFIX.test(first!) ? written : `${first} ${second}`),
  ],
  [
    /(?<!\p{L})(\p{Lu}\p{Ll}+)(\p{Lu}{2,})(?!\p{L})/gu,
    (_, first, rest) => `${first} ${spellLetters(rest!)}`,
  ],
];

function spellAcronym(letters: string, plural: string): string {
  if (EMPHASIZED_WORDS.has(letters)) return letters.toLowerCase() + plural;
  const isWord = spellOrReadLetters(letters) !== spellLetters(letters);
  return isWord
    ? spellOrReadLetters(letters) + plural
    : `${spellLetters(letters)}${plural && "'s"}`;
}

function spellOrReadLetters(letters: string): string {
  const isWord =
    WORDS.has(letters) || (letters.length > 3 && !LETTERS.has(letters) && isPronounceable(letters));
  return isWord ? letters.charAt(0) + letters.slice(1).toLowerCase() : spellLetters(letters);
}

/**
 * Returns true if letters look like an English word, with a vowel and without many consecutive consonants or vowels.
 */
function isPronounceable(letters: string): boolean {
  return (
    /[AEIOUY]/.test(letters) &&
    !/[^AEIOUY]{3,}|[AEIOU]{3,}|[^AEIOUY]{2,}$|^[^AEIOUY]{2,}(?<![PBTDKGCF][LR]|S[PTKCLMNWH]|[CTWSP]H)/.test(
      letters,
    ) &&
    !/[QXZJ]$/.test(letters)
  );
}

function spellLetters(letters: string): string {
  return [...letters.toUpperCase()].join(' ');
}

const CHARGES: Readonly<Record<string, string>> = { '⁺': ' plus', '⁻': ' minus' };

function isSpelledOut(code: string): boolean {
  return isFormula(code.replace(/[\d₀-₉⁺⁻]/gu, '')) || /^[\p{Lu}\d]+$/u.test(code);
}

/** Returns true if a word consists only of symbols of chemical elements. */
function isFormula(word: string): boolean {
  return new RegExp(`^${joinAlternatives(CHEMICAL_ELEMENT_SYMBOLS)}+$`, 'u').test(word);
}

function spellFormula(code: string): string {
  return code
    .replace(/[₀-₉]/gu, (digit) => String(digit.codePointAt(0)! - 0x2080))
    .replace(
      /\d+|\p{L}+/gu,
      (part) => ` ${/\d/.test(part) ? verbalizeNumericCode(part) : spellLetters(part)} `,
    )
    .replace(/[⁺⁻]/gu, (charge) => CHARGES[charge]!)
    .replace(/\s+/g, ' ')
    .trim();
}
