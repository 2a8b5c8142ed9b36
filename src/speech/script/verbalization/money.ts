import { spellUnitDenominator } from './measures.ts';
import {
  NUMBER_OR_RANGE_PATTERN,
  NUMBER_PATTERN_SOURCE,
  POWER_OF_TEN_WORD_PATTERN,
  spellCardinal,
  spellNumberOrRange,
} from './numbers.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';
import { UNIT_NAMES } from './units.ts';

interface Currency {
  one: string;
  many: string;
  /** The name of a hundredth of the currency, such as "penny". Omitted if prices in the currency have no decimals. */
  cent?: string;
  cents?: string;
}

const CENT = { cent: 'cent', cents: 'cents' };
const DOLLAR: Currency = { one: 'dollar', many: 'dollars', ...CENT };

/** Currencies by sign and by ISO 4217 code. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  $: DOLLAR,
  USD: DOLLAR,
  US$: { one: 'U S dollar', many: 'U S dollars', ...CENT },
  C$: { one: 'Canadian dollar', many: 'Canadian dollars', ...CENT },
  A$: { one: 'Australian dollar', many: 'Australian dollars', ...CENT },
  NZ$: { one: 'New Zealand dollar', many: 'New Zealand dollars', ...CENT },
  HK$: { one: 'Hong Kong dollar', many: 'Hong Kong dollars', ...CENT },
  '£': { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  GBP: { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  '€': { one: 'euro', many: 'euros', ...CENT },
  EUR: { one: 'euro', many: 'euros', ...CENT },
  '¥': { one: 'yen', many: 'yen' },
  JPY: { one: 'yen', many: 'yen' },
  CNY: { one: 'yuan', many: 'yuan' },
  CHF: { one: 'Swiss franc', many: 'Swiss francs', ...CENT },
  '₹': { one: 'rupee', many: 'rupees', cent: 'paisa', cents: 'paise' },
  '₩': { one: 'won', many: 'won' },
  '₽': { one: 'rouble', many: 'roubles', cent: 'kopeck', cents: 'kopecks' },
  '₿': { one: 'bitcoin', many: 'bitcoins' },
};

/** Abbreviations for thousands, millions, billions and trillions after an amount of money. */
const SHORT_SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  m: 'million',
  M: 'million',
  mn: 'million',
  bn: 'billion',
  B: 'billion',
  tn: 'trillion',
};

const SIGN = `(${joinAlternatives(Object.keys(CURRENCIES))})`;
const SHORT = `(?:\\s?(${joinAlternatives(Object.keys(SHORT_SCALES))})\\b)?`;
const LONG = `(?:[ -](${POWER_OF_TEN_WORD_PATTERN})\\b)?`;
/**
 * Matches a hyphen, or a space before a noun such as "note", after an amount of money. The name of the currency is
 * singular before such a noun, as in "a £10 note" ("a ten pound note").
 */
const NOUN_AFTER = '(-| (?=(?:note|bill|coin|stamp|banknote|fine)s?\\b))?';

/** Nouns that can follow the slash in a price, as in "$5/month". Units of measurement are listed in `units.ts`. */
const PRICED_ITEMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    `second minute hour day night week month year person head capita unit item piece page word share barrel tonne ton
    mile gallon litre liter kilo pound ounce student pupil household seat ticket user vote`
      .split(/\s+/)
      .map((name) => [name, name]),
  ),
  mo: 'month',
  yr: 'year',
  wk: 'week',
  pp: 'person',
};
const CURRENCY_NAMES = Object.values(CURRENCIES).flatMap(
  ({ one, many, cent = one, cents = many }) => [...[one, many, cent, cents]],
);

export const MONEY_RULES: readonly VerbalizationRule[] = [
  [
    compilePattern(
      String.raw`(?<![\p{L}])([−-])?${SIGN}\s?(${NUMBER_PATTERN_SOURCE})(?:\s?[–-]\s?${SIGN}?(${NUMBER_PATTERN_SOURCE}))?${SHORT}${LONG}${NOUN_AFTER}`,
    ),
    (_, minus, sign, from, _sign, to, short, scale, noun) =>
      (minus ? 'minus ' : '') +
      spellMoney(CURRENCIES[sign!]!, from!, to, scale ?? SHORT_SCALES[short ?? ''], noun),
  ],
  [
    compilePattern(
      String.raw`(${NUMBER_OR_RANGE_PATTERN})\s?([€£¥₹₽]|(?:USD|EUR|GBP|JPY|CNY|CHF)\b)`,
    ),
    (_, amount, sign) =>
      `${spellNumberOrRange(amount!)} ${chooseCurrencyName(CURRENCIES[sign!]!, amount!)}`,
  ],
  [
    compilePattern(String.raw`(?<![\p{L}\d.,])(${NUMBER_PATTERN_SOURCE})(p|¢)(?!\p{L})`),
    (_, amount, sign) =>
      `${spellNumberOrRange(amount!)} ${chooseCentName(amount!, sign === '¢' ? DOLLAR : CURRENCIES['£']!)}`,
  ],
  [
    compilePattern(
      String.raw`(?<=\b${joinAlternatives(CURRENCY_NAMES)}) ?/ ?(${joinAlternatives([...Object.keys(PRICED_ITEMS), ...UNIT_NAMES.keys()])}[²³]?)(?![\p{L}\d])`,
    ),
    (_, piece) =>
      PRICED_ITEMS[piece!] ? ` per ${PRICED_ITEMS[piece!]}` : spellUnitDenominator(piece!),
  ],
];

function spellMoney(
  currency: Currency,
  from: string,
  to: string | undefined,
  scale: string | undefined,
  noun: string | undefined,
): string {
  const [whole = '', hundredths] = from.split('.');
  const amount = `${from}${to ? `–${to}` : ''}${scale ? ` ${scale}` : ''}`;
  if (noun) return `${spellNumberOrRange(amount)} ${currency.one} `;
  if (!currency.cents || to || scale || hundredths?.length !== 2)
    return `${spellNumberOrRange(amount)} ${chooseCurrencyName(currency, amount)}`;
  const units = `${spellCardinal(whole)} ${chooseCurrencyName(currency, whole)}`;
  const hundredthsText = `${spellCardinal(Number(hundredths))} ${chooseCentName(String(Number(hundredths)), currency)}`;
  if (Number(hundredths) === 0) return units;
  return Number(whole) === 0 ? hundredthsText : `${units} and ${hundredthsText}`;
}

const chooseCurrencyName = ({ one, many }: Currency, amount: string) =>
  amount === '1' ? one : many;
const chooseCentName = (amount: string, { cent, cents }: Currency) =>
  amount === '1' ? cent! : cents!;
