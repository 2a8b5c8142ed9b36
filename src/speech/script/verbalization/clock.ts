import { spellCardinal } from './numbers.ts';
import { compilePattern, type VerbalizationRule } from './rules.ts';

const HALF = String.raw`(?:\s?([ap])\.?m(?:\.(?=[\s,;:)–—-]|$)|\b(?!\.)))`;
const TIME = String.raw`(?<![\d.:,])([01]?\d|2[0-4])[:.]([0-5]\d)`;
/** Matches the end of a time range, such as "2 p.m.". */
const LATER = String.raw`(?:\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m|noon|midnight)\b`;
const PART_OF_DAY = '(?= (?:in the (?:morning|afternoon|evening)|at night|tonight|tomorrow)\\b)';

/**
 * Text normalization rules that convert times of day to words. As in British English, a period can separate hours from
 * minutes. It does so only if "a.m.", "p.m." or a phrase such as "in the morning" follows. Otherwise, it is a decimal
 * point. Numbers with a colon are a time, unless they are a ratio ({@link file://./quantities.ts}).
 */
export const CLOCK_RULES: readonly VerbalizationRule[] = [
  // Replaces the dash in ranges of times with "to": 8:00–9:30.
  [/(?<=\d:\d\d)\s?[–-]\s?(?=\d{1,2}:\d\d)/gu, ' to '],
  // Replaces the dash in ranges of hours with "to": 10 a.m.–2 p.m., noon–2 p.m., 10–11:30 a.m.
  [
    compilePattern(
      String.raw`(?<=\d\s?[ap]\.?m\.?|\b(?:noon|midnight))\s?[–-]\s?(?=${LATER})`,
      'i',
    ),
    ' to ',
  ],
  [
    /(?<![\d.:,])(1[0-2]|0?[1-9])\s?[–-]\s?(?=\d{1,2}[:.]\d\d\s?[ap]\.?m\b)/giu,
    (_, hour) => `${spellCardinal(Number(hour))} to `,
  ],
  // Spells out durations such as 2h 30m and 3m 20s. Next to hours or seconds, "m" means minutes, not meters.
  [
    /(?<![\p{L}\d.,])(\d{1,3}) ?h(?:rs?)? (\d{1,2}) ?m(?:ins?)?(?![\p{L}\d])/gu,
    (_, hours, minutes) => `${spellCount(hours!, 'hour')} ${spellCount(minutes!, 'minute')}`,
  ],
  [
    /(?<![\p{L}\d.,])(\d{1,3}) ?m(?:ins?)? (\d{1,2}) ?s(?:ecs?)?(?![\p{L}\d])/gu,
    (_, minutes, seconds) => `${spellCount(minutes!, 'minute')} ${spellCount(seconds!, 'second')}`,
  ],
  // Spells out three numbers with colons, such as 2:01:09, as a duration.
  [
    /(?<![\d.:,])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])/gu,
    (_, hours, minutes, seconds) =>
      `${spellCount(hours!, 'hour')}, ${spellCount(minutes!, 'minute')} and ${spellCount(seconds!, 'second')}`,
  ],
  [
    compilePattern(`${TIME}${HALF}`, 'i'),
    (_, hour, minutes, half) => `${spellTime(hour!, minutes!, true)} ${spellHalfOfDay(half!)}`,
  ],
  [
    compilePattern(
      String.raw`(?<![\d.:,])(1[0-2]|0?[1-9])(?:\s?[–-]\s?(1[0-2]|0?[1-9]))?${HALF}`,
      'i',
    ),
    (_, from, to, half) =>
      `${spellCardinal(Number(from))}${to ? ` to ${spellCardinal(Number(to))}` : ''} ${spellHalfOfDay(half!)}`,
  ],
  [compilePattern(`${TIME}${PART_OF_DAY}`), (_, hour, minutes) => spellTime(hour!, minutes!, true)],
  [
    /(?<![\d.:,])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])/gu,
    (_, hour, minutes) => spellTime(hour!, minutes!, false),
  ],
];

const spellCount = (digits: string, unit: string) =>
  `${spellCardinal(Number(digits))} ${unit}${Number(digits) === 1 ? '' : 's'}`;

const spellHalfOfDay = (half: string) => (half.toLowerCase() === 'a' ? 'A M' : 'P M');

/**
 * Converts a time of day to words, such as "three fifteen", "three oh five", "seven o'clock" or "nineteen hundred
 * hours".
 */
function spellTime(hour: string, minutes: string, isNamed: boolean): string {
  const [h, m] = [Number(hour), Number(minutes)];
  const hourWords = spellCardinal(h);
  if (m > 0) return `${hourWords} ${m < 10 ? 'oh ' : ''}${spellCardinal(m)}`;
  if (isNamed) return hourWords;
  return h > 0 && h <= 12 ? `${hourWords} o'clock` : `${hourWords} hundred hours`;
}
