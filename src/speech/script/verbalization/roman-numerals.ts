import { spellCardinal, spellOrdinal } from './numbers.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';

/** Nouns after which a Roman numeral is spoken as a cardinal number: "World War Two", "Chapter Four". */
const NUMBERED = [
  ...['War', 'Chapter', 'Part', 'Book', 'Volume', 'Act', 'Scene', 'Canto', 'Section', 'Article'],
  ...['Phase', 'Stage', 'Type', 'Class', 'Grade', 'Mark', 'Title', 'Table', 'Appendix', 'Division'],
  ...[
    'Super Bowl',
    'Psalm',
    'Sonnet',
    'Symphony',
    'Apollo',
    'Gemini',
    'Saturn',
    'Rocky',
    'Vatican',
  ],
  ...['Factor', 'Tier', 'Level', 'Category', 'Opus', 'Episode', 'Figure', 'Plate', 'Number', 'Day'],
];

/**
 * Names of sovereigns and popes. After these names, even a numeral with one letter is an ordinal, as in "Charles I".
 */
const SOVEREIGNS = [
  ...['Albert', 'Alexander', 'Alfonso', 'Augustus', 'Benedict', 'Boniface', 'Charles', 'Christian'],
  ...['Clement', 'Cosimo', 'Edward', 'Elizabeth', 'Ferdinand', 'Francis', 'Frederick', 'George'],
  ...['Gregory', 'Gustav', 'Henry', 'Innocent', 'Ivan', 'James', 'John', 'Joseph', 'Juan Carlos'],
  ...['Leo', 'Leopold', 'Louis', 'Maria', 'Mary', 'Maximilian', 'Mehmed', 'Napoleon', 'Nicholas'],
  ...[
    'Otto',
    'Paul',
    'Pedro',
    'Peter',
    'Philip',
    'Pius',
    'Ptolemy',
    'Ramesses',
    'Richard',
    'Robert',
  ],
  ...['Rudolf', 'Sigismund', 'Suleiman', 'Thutmose', 'Urban', 'Victoria', 'Wilhelm', 'William'],
];

const VALUES: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};

/** Matches a well-formed Roman numeral up to XCIX (99): XIV, but not XIIII or MIX. */
const NUMERAL = '(?=[IVX]|[LC][IVXLC])((?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))';
const AFTER = String.raw`(?![\p{L}\d]|'(?!s\b)|\.\p{L})`;
/** Prevents a match of the pronoun "I", as in "Charles I think …". */
const NOT_A_PRONOUN = String.raw`(?! (?:am|think|thought|know|knew|have|had|would|will|could|should|say|said|saw|mean|met|do|did)\b)`;

/**
 * Text normalization rules that convert Roman numerals to words. After names, a numeral is an ordinal, and after nouns
 * such as "Chapter", it is a cardinal. Other numerals are left to the rules for acronyms. The pronoun "I" stays
 * unchanged.
 */
export const ROMAN_NUMERAL_RULES: readonly VerbalizationRule[] = [
  [
    compilePattern(
      String.raw`\b(${joinAlternatives(NUMBERED)}s?|${joinAlternatives(NUMBERED.map((word) => word.toLowerCase()))}s?) ${NUMERAL}${AFTER}`,
    ),
    (written, numbered, numeral) =>
      numeral ? `${numbered} ${capitalize(spellCardinal(parseRomanNumeral(numeral)))}` : written,
  ],
  // Spells out lower-case numerals: page xii, act ii.
  [
    compilePattern(
      String.raw`\b([Pp]ages?|[Cc]hapter|[Ss]cene|[Aa]ct|[Pp]art|[Bb]ook|[Vv]olume) ${NUMERAL}${AFTER}`,
      'i',
    ),
    (written, numbered, numeral) =>
      numeral ? `${numbered} ${spellCardinal(parseRomanNumeral(numeral.toUpperCase()))}` : written,
  ],
  [
    compilePattern(
      String.raw`\b(${joinAlternatives(SOVEREIGNS)}) ${NUMERAL}${AFTER}${NOT_A_PRONOUN}`,
    ),
    (written, name, numeral) => (numeral ? spellRegnalName(name!, numeral) : written),
  ],
  [
    compilePattern(String.raw`(?<![\p{L}'])(\p{Lu}\p{Ll}+) (?=[IVX]{2,})${NUMERAL}${AFTER}`),
    (written, name, numeral) => (numeral ? spellRegnalName(name!, numeral) : written),
  ],
  // Converts numerals before "century" or with a suffix to ordinals: the XIX century, the XXth.
  [
    compilePattern(
      String.raw`(?<![\p{L}'])(?=[IVX])${NUMERAL}(?:th|st|nd|rd|(?= centur))(?!\p{L})`,
    ),
    (written, numeral) => (numeral ? spellOrdinal(parseRomanNumeral(numeral)) : written),
  ],
];

const spellRegnalName = (name: string, numeral: string) =>
  `${name} the ${capitalize(spellOrdinal(parseRomanNumeral(numeral)))}`;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the value of a Roman numeral. A letter that precedes a letter of larger value is subtracted. */
function parseRomanNumeral(numeral: string): number {
  const values = [...numeral].map((letter) => VALUES[letter]!);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}
