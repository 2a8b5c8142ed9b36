import { pluralizeNumberWord, spellCardinal, spellOrdinal, spellYear } from './numbers.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** Names of months by their abbreviation without a period. */
const SHORT_MONTHS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MONTHS.map((month) => [month.slice(0, 3), month])),
  Sept: 'September',
};

const DAYS: Readonly<Record<string, string>> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};

/** Spoken forms of eras. Because of the spaces, speech engines read them letter by letter. */
const ERAS: Readonly<Record<string, string>> = { BCE: 'B C E', BC: 'B C', CE: 'C E', AD: 'A D' };

/** Nouns before which a four-digit number is a quantity, not a year. */
const COUNTED = joinAlternatives([
  ...['people', 'persons', 'men', 'women', 'children', 'students', 'soldiers', 'workers', 'copies'],
  ...['votes', 'pages', 'words', 'items', 'pieces', 'times', 'points', 'lines', 'ships', 'houses'],
  ...['days', 'weeks', 'months', 'years', 'hours', 'minutes', 'seconds', 'miles', 'feet', 'tons'],
  ...['tonnes', 'inches', 'yards', 'acres', 'dollars', 'pounds', 'euros', 'francs', 'of them'],
]);

const MONTH = `(${joinAlternatives([...MONTHS, ...Object.keys(SHORT_MONTHS)])})`;
const SHORT_MONTH = `(${joinAlternatives(Object.keys(SHORT_MONTHS))})`;
const SHORT_DAY = 'Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun';
const DAY = String.raw`(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?`;
const ERA = String.raw`(BCE|BC|CE|AD|B\.C\.E\.|B\.C\.|C\.E\.|A\.D\.)`;
const ERA_YEAR = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,5})`;
const YEAR = String.raw`(1\d{3}|20\d{2})`;
const NOT_IN_A_NUMBER = String.raw`(?<![\p{L}\d][.,\-–/]?)(?<![$£€¥#§°√+±−=])`;
const NO_NUMBER_AFTER = String.raw`(?![\d%‰°′″²³]|[.,:/]\d|\p{L})`;

const expandMonth = (written: string) => SHORT_MONTHS[written.slice(0, 3)] ?? written;
const expandDay = (written: string) => DAYS[written.slice(0, 3)]!;
const spellEra = (written: string) => ERAS[written.replaceAll('.', '')]!;
const spellDate = (month: string, day: string) =>
  `the ${spellOrdinal(day)} of ${expandMonth(month)}`;

/**
 * Text normalization rules that convert dates, decades and eras to words. They keep the order of day and month: "3
 * March" becomes "the third of March", and "March 3" becomes "March the third". Numeric dates are read as ISO 8601, or
 * with the day before the month.
 */
export const DATE_RULES: readonly VerbalizationRule[] = [
  // Spells out ranges of abbreviated days and months: Mon–Fri, Jan–Mar.
  [
    compilePattern(String.raw`\b(${SHORT_DAY})\.?\s?[–-]\s?(${SHORT_DAY})\b\.?`),
    (_, from, to) => `${expandDay(from!)} to ${expandDay(to!)}`,
  ],
  [
    compilePattern(String.raw`\b${SHORT_MONTH}\.?\s?[–-]\s?${SHORT_MONTH}\b\.?`),
    (_, from, to) => `${expandMonth(from!)} to ${expandMonth(to!)}`,
  ],
  // Expands an abbreviated day before a date: Mon. 3 Feb.
  [
    compilePattern(String.raw`\b(${SHORT_DAY})\.,? (?=\d|${MONTH}\b)`),
    (_, day) => `${expandDay(day!)} `,
  ],
  [
    /(?<!\d)(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/gu,
    (_, year, month, day) => `${spellDate(MONTHS[Number(month) - 1]!, day!)}, ${spellYear(year!)}`,
  ],
  [
    /(?<![\d/])(0?[1-9]|[12]\d|3[01])\/([01]?\d)\/(\d{4})(?![\d/])/gu,
    (written, day, month, year) =>
      MONTHS[Number(month) - 1]
        ? `${spellDate(MONTHS[Number(month) - 1]!, day!)}, ${spellYear(year!)}`
        : written,
  ],
  // Spells out dates that begin with the day: 3–5 March, 3 March. Dates such as "the 3rd of March" are left to the
  // rules for ordinals.
  [
    compilePattern(
      String.raw`(?<!\d)(?:the )?${DAY}\s?[–-]\s?${DAY} ${MONTH}\b(?:\.(?= ?\d))?`,
      'i',
    ),
    (_, from, to, month) => `the ${spellOrdinal(from!)} to ${spellDate(month!, to!)}`,
  ],
  [
    compilePattern(String.raw`(?<![\d.,])(the )?${DAY} ${MONTH}\b(?:\.(?= ?\d))?`),
    (_, _the, day, month) => spellDate(month!, day!),
  ],
  // Spells out dates that begin with the month: March 3–5, March 3, Mar. 3.
  [
    compilePattern(String.raw`\b${MONTH}\.? ${DAY}\s?[–-]\s?${DAY}(?!\d)`),
    (_, month, from, to) =>
      `${expandMonth(month!)} the ${spellOrdinal(from!)} to the ${spellOrdinal(to!)}`,
  ],
  [
    compilePattern(String.raw`\b${MONTH}\.? ${DAY}(?![\d:]|[.,]\d|\s?%)`),
    (_, month, day) => `${expandMonth(month!)} the ${spellOrdinal(day!)}`,
  ],
  [
    compilePattern(String.raw`\b${MONTH}\.? (?=${YEAR}\b)`),
    (_, month) => `${expandMonth(month!)} `,
  ],
  // Spells out years with an era: 476 BC, 509–27 BC, AD 79.
  [
    compilePattern(
      String.raw`${NOT_IN_A_NUMBER}${ERA_YEAR}(?:\s?[–-]\s?${ERA_YEAR})?\s?${ERA}(?![\p{L}])`,
    ),
    (_, from, to, era) =>
      `${spellEraYear(from!)}${to ? ` to ${spellEraYear(to)}` : ''} ${spellEra(era!)}`,
  ],
  [/\b(AD|A\.D\.) (\d{1,4})(?!\d)/gu, (_, _ad, year) => `A D ${spellYear(year!)}`],
  [
    compilePattern(String.raw`\b(centur(?:y|ies)|millenni(?:um|a)) ${ERA}(?!\p{L})`),
    (_, age, era) => `${age} ${spellEra(era!)}`,
  ],
  // Spells out decades: the 1840s, the 480s, '90s, 1900s.
  [
    /(?<![\p{L}\d.,])(\d{1,2})?(\d)0'?s\b/gu,
    (_, hundreds = '', tens) => spellDecade(Number(`${hundreds}${tens}0`)),
  ],
  // Spells out plurals of numbers with commas: 100,000s.
  [
    /(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3})+)s\b/gu,
    (_, number) => pluralizeNumberWord(spellCardinal(number!)),
  ],
  [/(?<![\p{L}\d])'(\d)0s\b/gu, (_, tens) => spellDecade(Number(`${tens}0`))],
  [
    /(?<![\p{L}\d])'(\d\d)(?!\d)/gu,
    (_, year) => (year!.startsWith('0') ? `oh ${spellYear(year!)}` : spellYear(year!)),
  ],
];

/**
 * Text normalization rules that convert years and ranges of years to words. They must be applied after the rules for
 * measures and prices, because a measure or price can also have four digits.
 */
export const YEAR_RULES: readonly VerbalizationRule[] = [
  // Spells out ranges of years such as 1914–18 and 1939–1945. Descending numbers such as 1500–1200 are not a range of
  // years.
  [
    compilePattern(String.raw`${NOT_IN_A_NUMBER}${YEAR}\s?[–/-]\s?(\d{4}|\d{2})${NO_NUMBER_AFTER}`),
    (written, from, to) => spellYearRange(from!, to!) ?? written,
  ],
  [
    compilePattern(
      String.raw`${NOT_IN_A_NUMBER}${YEAR}${NO_NUMBER_AFTER}(?! ${COUNTED}\b)(?!\s?[×+=<>≤≥])`,
    ),
    (_, year) => spellYear(year!),
  ],
  // Spells out years with a prefix: mid-1914, pre-1914, post-2008.
  [
    compilePattern(String.raw`\b(\p{Ll}+)-${YEAR}${NO_NUMBER_AFTER}`, 'i'),
    (_, prefix, year) => `${prefix} ${spellYear(year!)}`,
  ],
];

function spellEraYear(written: string): string {
  return spellYear(written.replaceAll(',', ''));
}

function spellDecade(year: number): string {
  return pluralizeNumberWord(spellYear(year));
}

/** Converts a range of years to words. Returns undefined if the second number is not a later year. */
function spellYearRange(from: string, to: string): string | undefined {
  const later = Number(to.length === 2 ? `${from.slice(0, 2)}${to}` : to);
  if (later <= Number(from) || later > 2099) return undefined;
  const isShort = to.length === 2 && !to.startsWith('0') && !from.endsWith('00');
  return `${spellYear(from)} to ${isShort ? spellYear(to) : spellYear(later)}`;
}
