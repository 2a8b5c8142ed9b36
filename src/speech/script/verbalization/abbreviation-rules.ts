import { ABBREVIATIONS, type Abbreviation } from '../abbreviations.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';

const SAID = new Map(ABBREVIATIONS.map(({ written, said }) => [written, said]));
/**
 * Titles that are written without a period in British English. Other abbreviations without a period are not expanded,
 * because they could be words.
 */
const WITHOUT_STOP = ['Mr', 'Mrs', 'Ms', 'Messrs', 'Dr', 'Prof', 'Rev', 'Capt', 'Lt', 'Sgt', 'Mt'];

const CAPITALISED = String.raw`\p{Lu}\p{L}+`;
/** Capitalized words after which "St" means "Saint" rather than "Street". */
const OPENINGS =
  '(?:At|In|On|From|To|Of|The|Near|By|And|But|When|Where|For|With|Around|Mount|Fort|Cape|Lake|Port)';

/**
 * Rules for expanding abbreviations by context: "St" means "Saint" before a name and "Street" after one, "Dr" means
 * "Doctor" or "Drive", and "No." means "number" only before a number. The periods of abbreviations are removed. A later
 * rule adds a period at the end of each sentence.
 */
export const ABBREVIATION_RULES: readonly VerbalizationRule[] = [
  [/\bw\/o\b/gu, 'without'],
  [/\bw\/\s?(?=\p{L})/gu, 'with '],
  [/\bc\/o\b/gu, 'care of'],
  [/\bn\/a\b/giu, 'not applicable'],
  [/\b(?:aka|AKA)\b/gu, 'also known as'],
  [/(?<=[\p{L}\d)"'] )vs(?= )/gu, 'versus'],
  [/\bv\. (?=\p{Lu})/gu, 'versus '],
  [compilePattern(String.raw`\b(${OPENINGS} )St\.? (?=${CAPITALISED})`), '$1Saint '],
  [
    compilePattern(String.raw`(?<=${CAPITALISED} |\d\p{Lu}? )(St|Dr)\.(?! \p{Lu})`),
    (_, short) => (short === 'St' ? 'Street' : 'Drive'),
  ],
  [compilePattern(String.raw`\bSt\.? (?=${CAPITALISED})`), 'Saint '],
  [/(?<=\p{L} )St\./gu, 'Street'],
  [compilePattern(String.raw`\bSts\. (?=${CAPITALISED})`), 'Saints '],
  [compilePattern(String.raw`\bFt\.? (?=${CAPITALISED})`), 'Fort '],
  [
    compilePattern(String.raw`\b(${joinAlternatives(WITHOUT_STOP)})(?= \p{Lu}| and \p{Lu})`),
    (_, title) => SAID.get(title!)!,
  ],
  [
    compilePattern(String.raw`(?<![\p{L}\d.])(${written('numbered')})(?:\.\s?|\s)(?=\d|[IVXL]+\b)`),
    (matched, short) => (isShort(matched, short!) ? `${SAID.get(short!)} ` : matched),
  ],
  [
    compilePattern(String.raw`(?<![\p{L}\d.])(${written('never', 'maybe')})\.(?!\p{L})`),
    (_, short) => SAID.get(short!)!,
  ],
];

function written(...ends: Abbreviation['ends'][]): string {
  return joinAlternatives(
    ABBREVIATIONS.filter((row) => ends.includes(row.ends)).map((row) => row.written),
  );
}

/**
 * Returns true if the match is an abbreviation. A match without a period counts only if it cannot be a word or a
 * variable.
 */
function isShort(matched: string, short: string): boolean {
  return matched.includes('.') || ['pp', 'Nos', 'vol', 'vols', 'Vol'].includes(short);
}
