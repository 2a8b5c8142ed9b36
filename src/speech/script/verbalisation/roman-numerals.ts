import { spellCardinal, spellOrdinal } from './numbers.ts';
import { compilePattern, joinAlternatives, type Rule } from './rules.ts';

/** What is numbered and not ranked: "World War Two", "Chapter Four". */
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

/** Sovereigns and popes: after these even a single letter is a rank, so that "Charles I" is no pronoun. */
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

/** A numeral that is written as the rule has it: XIV, and not XIIII or MIX. */
const NUMERAL = '(?=[IVX]|[LC][IVXLC])((?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))';
const AFTER = String.raw`(?![\p{L}\d]|'(?!s\b)|\.\p{L})`;
/** "Charles I think …" */
const NOT_A_PRONOUN = String.raw`(?! (?:am|think|thought|know|knew|have|had|would|will|could|should|say|said|saw|mean|met|do|did)\b)`;

/**
 * Roman numerals: in names as a rank, after what is numbered as a number. One that stands by itself is left to
 * the acronyms, and the pronoun to itself.
 */
export const ROMAN_NUMERAL_RULES: readonly Rule[] = [
  [
    compilePattern(
      String.raw`\b(${joinAlternatives(NUMBERED)}s?|${joinAlternatives(NUMBERED.map((word) => word.toLowerCase()))}s?) ${NUMERAL}${AFTER}`,
    ),
    (written, numbered, numeral) =>
      numeral ? `${numbered} ${capital(spellCardinal(worthOf(numeral)))}` : written,
  ],
  // Page xii, act ii.
  [
    compilePattern(
      String.raw`\b([Pp]ages?|[Cc]hapter|[Ss]cene|[Aa]ct|[Pp]art|[Bb]ook|[Vv]olume) ${NUMERAL}${AFTER}`,
      'i',
    ),
    (written, numbered, numeral) =>
      numeral ? `${numbered} ${spellCardinal(worthOf(numeral.toUpperCase()))}` : written,
  ],
  [
    compilePattern(
      String.raw`\b(${joinAlternatives(SOVEREIGNS)}) ${NUMERAL}${AFTER}${NOT_A_PRONOUN}`,
    ),
    (written, name, numeral) => (numeral ? ranked(name!, numeral) : written),
  ],
  [
    compilePattern(String.raw`(?<![\p{L}'])(\p{Lu}\p{Ll}+) (?=[IVX]{2,})${NUMERAL}${AFTER}`),
    (written, name, numeral) => (numeral ? ranked(name!, numeral) : written),
  ],
  // The XIX century; the XXth.
  [
    compilePattern(
      String.raw`(?<![\p{L}'])(?=[IVX])${NUMERAL}(?:th|st|nd|rd|(?= centur))(?!\p{L})`,
    ),
    (written, numeral) => (numeral ? spellOrdinal(worthOf(numeral)) : written),
  ],
];

const ranked = (name: string, numeral: string) =>
  `${name} the ${capital(spellOrdinal(worthOf(numeral)))}`;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A smaller letter before a larger one is taken from it. */
function worthOf(numeral: string): number {
  const values = [...numeral].map((letter) => VALUES[letter]!);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}
