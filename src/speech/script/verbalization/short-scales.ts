import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';

/**
 * Nouns before which `k` and `m` after a number mean "thousand" and "million", as in "20k readers". Before other nouns,
 * they may mean "kelvins" and "meters".
 */
const COUNTED = joinAlternatives(
  `people persons men women children adults users viewers readers listeners subscribers followers customers visitors
  tourists passengers members workers employees jobs homes households families pupils students voters votes residents
  citizens inhabitants refugees migrants soldiers patients deaths cases births doses tests copies downloads views streams
  hits sales books songs words pages posts tweets photos parameters species cells neurons birds animals cattle sheep
  chickens cars vehicles units shares years barrels tonnes tons litres acres hectares dollars pounds euros readings
  steps`.split(/\s+/),
);
/**
 * Matches up to two words between a number and its noun. Does not match words such as "tall" and "across", because a
 * number before them is a measurement.
 */
const BETWEEN = String.raw`(?:(?!(?:tall|long|wide|high|deep|thick|across|apart|away|of|from|above|below|to|and|or|in|on|at|by|for|with|before|after)\b)\p{L}[\p{L}-]* ){0,2}`;
const COUNTS = String.raw`(?= (?:${BETWEEN}${COUNTED}|of them)\b)`;
const ALONE = String.raw`(?![\p{L}\d])`;
/** Prevents a match in formulas, in which a letter after a number is a variable. */
const NO_FORMULA = String.raw`(?!\s?[−+=×÷^²³₀-₉*/<>≤≥])`;
const SUBJECT = 'populations?|audience|readership|membership|workforce|circulation|turnout|sales';

/**
 * Text normalization rules that expand the letters `k`, `m`, `bn` and `tn` after a number to "thousand", "million",
 * "billion" and "trillion". "1.5m" is a length, unless a countable noun follows or a noun such as "population" precedes
 * it. "10k" is a number, but "a 10k" is a race.
 */
export const ABBREVIATED_NUMBER_RULES: readonly VerbalizationRule[] = [
  [compilePattern(String.raw`(?<=\d) ?mn${ALONE}`), ' million'],
  [compilePattern(String.raw`(?<=\d) ?bn${ALONE}`), ' billion'],
  [compilePattern(String.raw`(?<=\d) ?tn${ALONE}`), ' trillion'],
  [compilePattern(String.raw`(?<=\d)[mM]${COUNTS}`), ' million'],
  [compilePattern(String.raw`(?<=\b(?:${SUBJECT})\b[^.;\d]{0,20}\d[\d,.]*)m${ALONE}`), ' million'],
  [compilePattern(String.raw`(?<=\d\.\d+)M${ALONE}`), ' million'],
  [compilePattern(String.raw`(?<=\d)B${COUNTS}`), ' billion'],
  [compilePattern(String.raw`(?<=\d)[kK]${COUNTS}`), ' thousand'],
  [
    compilePattern(
      String.raw`(?<=\b(?:an?|the|his|her|my|your|our|their|first|last) \d{1,3})k${ALONE}`,
      'i',
    ),
    'K',
  ],
  [
    compilePattern(String.raw`(?<=(?<![\p{L}\d.,]|[=+−×÷<>≤≥]\s?)\d[\d,.]*)k${ALONE}${NO_FORMULA}`),
    ' thousand',
  ],
];
