import { spellDigits, verbalizeNumericCode } from './numbers.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';

/**
 * Top-level domains that are spoken as a word. Other top-level domains of two or three letters are
 * spoken letter by letter.
 */
const READ_AS_WORDS = new Set([
  'com',
  'net',
  'org',
  'gov',
  'int',
  'info',
  'example',
  'museum',
  'dev',
  'app',
  'co',
]);
const TOP_LEVEL = joinAlternatives([
  ...READ_AS_WORDS,
  ...['edu', 'io', 'ai', 'uk', 'de', 'fr', 'eu', 'us', 'ch', 'nl', 'jp', 'ac'],
]);
const LABEL = String.raw`[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?`;
const HOST = String.raw`${LABEL}(?:\.${LABEL})*\.${TOP_LEVEL}`;

/** Text normalization rules that convert URLs, email addresses, telephone numbers and version numbers to words. */
export const URL_EMAIL_PHONE_AND_VERSION_RULES: readonly VerbalizationRule[] = [
  [
    compilePattern(String.raw`(?<![\p{L}\d])([\p{L}\d._%+-]{1,64})@(${HOST})(?![\p{L}\d])`),
    (_, name, host) => `${spellSigns(name!)} at ${spellHost(host!)}`,
  ],
  [
    /(?<![\p{L}\d])(?:https?:\/\/)(?:www\.)?([\p{L}\d.-]*[\p{L}\d])(?::\d+)?(\/[^\s,;"]*[\p{L}\d/])?/gu,
    (_, host, path = '') => `${spellHost(host!)}${spellSigns(path.replace(/\/$/, ''))}`,
  ],
  [
    compilePattern(
      String.raw`(?<![\p{L}\d@.])(?:www\.)?(${HOST})(/[^\s,;"]*[\p{L}\d])?(?![\p{L}\d-])`,
    ),
    (_, host, path = '') => `${spellHost(host!)}${spellSigns(path)}`,
  ],
  // Replaces the dot in names such as .NET and Node.js with the word "dot".
  [/(?<![\p{L}\d.])\.NET\b/gu, 'dot net'],
  [
    /(?<=\p{L})\.(js|ts|py|md|txt|csv|pdf|html|css)(?![\p{L}\d.])/gu,
    (_, ending) => ` dot ${[...ending!.toUpperCase()].join(' ')}`,
  ],
  // Spells out telephone numbers digit by digit, in groups: +44 20 7946 0958; 1-800-555-0199; (212) 555-0199; 555-0123;
  // 800.555.0199; (0)20 7946 0958; 0800 1111.
  [
    /(?<![\p{L}\d])\+\d{1,3}(?:[ -]?\(?\d{2,4}\)?){2,5}(?!\d)/gu,
    (number) => `plus ${spellDigitGroups(number)}`,
  ],
  [
    /(?<![\p{L}\d.,-])1[- ](?:\(\d{3}\)|\d{3})[- ]\d{3}[- ]\d{4}(?![\d-])/gu,
    (number) => spellDigitGroups(number),
  ],
  [
    /(?<![\p{L}\d.,-])(?:\(\d{3}\) ?|\d{3}-)?\d{3}-\d{4}(?![\d-])/gu,
    (number) => spellDigitGroups(number),
  ],
  [/(?<![\p{L}\d.,-])\d{3}\.\d{3}\.\d{4}(?!\.?\d)/gu, (number) => spellDigitGroups(number)],
  [/(?<![\p{L}\d.])\(0\) ?\d{2,4} \d{3,4} \d{3,4}(?!\d)/gu, (number) => spellDigitGroups(number)],
  [/(?<![\p{L}\d.])0\d{2,4} \d{3,4} \d{3,4}(?!\d)/gu, (number) => spellDigitGroups(number)],
  [/(?<![\p{L}\d.])0\d{3} \d{4}(?! ?\d)/gu, (number) => spellDigitGroups(number)],
  // Spells out emergency numbers digit by digit after a verb such as "call".
  [/(?<=\b(?:[Cc]all|[Dd]ial|[Rr]ing)\b[^.;]{0,20}\b)(?:911|999|112|000)(?![\d,])/gu, spellDigits],
  // Spells out version numbers with "point" between their parts: v2.1, version 3.12, 1.2.3.
  [
    /(?<![\p{L}\d.,])(v|[Vv]ersions? )(\d+(?:\.\d+)*)(?![\p{L}\d])/gu,
    (_, word, numbers) => `${word === 'v' ? 'version ' : word}${spellVersion(numbers!)}`,
  ],
  [/(?<![\p{L}\d.,])\d+(?:\.\d+){2,}(?![\p{L}\d])/gu, (numbers) => spellVersion(numbers)],
];

const SIGNS: Readonly<Record<string, string>> = {
  '/': ' slash ',
  '.': ' dot ',
  '-': ' dash ',
  _: ' underscore ',
  '+': ' plus ',
  '#': ' hash ',
  '?': ' question mark ',
  '=': ' equals ',
  '&': ' and ',
  '%': ' per cent ',
  '@': ' at ',
  '~': ' tilde ',
  ':': ' colon ',
};

function spellHost(host: string): string {
  const labels = host.split('.');
  return labels
    .map((label, at) => {
      const isSpelled =
        at > 0 && at >= labels.length - 2 && label.length < 4 && !READ_AS_WORDS.has(label);
      return isSpelled ? [...label.toUpperCase()].join(' ') : spellSigns(label);
    })
    .join(' dot ');
}

function spellSigns(text: string): string {
  return text
    .replace(/[^\p{L}\d\s]/gu, (sign) => SIGNS[sign] ?? ' ')
    .replace(/\d+/g, (digits) => ` ${verbalizeNumericCode(digits)} `)
    .replace(/\s+/g, ' ')
    .replace(/ $/, '');
}

function spellDigitGroups(number: string): string {
  return (number.match(/\d+/g) ?? []).map(spellDigits).join(', ');
}

function spellVersion(numbers: string): string {
  return numbers.split('.').map(verbalizeNumericCode).join(' point ');
}
