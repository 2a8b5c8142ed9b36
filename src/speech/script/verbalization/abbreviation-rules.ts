import { ABBREVIATIONS, type Abbreviation } from '../abbreviations.ts';
import { compilePattern, joinAlternatives, type VerbalizationRule } from './rules.ts';

const SPOKEN_FORMS = new Map(ABBREVIATIONS.map(({ written, spoken }) => [written, spoken]));
/**
 * Titles that British English writes without a period, such as "Dr". Most other abbreviations are
 * not expanded without a period, because they could be words.
 */
const TITLES_WITHOUT_PERIOD = [
  'Mr',
  'Mrs',
  'Ms',
  'Messrs',
  'Dr',
  'Prof',
  'Rev',
  'Capt',
  'Lt',
  'Sgt',
  'Mt',
];

const CAPITALIZED_WORD = String.raw`\p{Lu}\p{L}+`;
/** Words before "St" that show that it means "Saint", not "Street". */
const OPENINGS =
  '(?:At|In|On|From|To|Of|The|Near|By|And|But|When|Where|For|With|Around|Mount|Fort|Cape|Lake|Port)';

/**
 * Text normalization rules that expand abbreviations by context. "St" means "Saint" before a name and "Street" after a
 * name. "Dr" means "Doctor" or "Drive". "No." means "number" only before a number. The rules remove the periods of
 * abbreviations. A later rule restores the period at the end of a sentence.
 */
export const ABBREVIATION_RULES: readonly VerbalizationRule[] = [
  [/\bw\/o\b/gu, 'without'],
  [/\bw\/\s?(?=\p{L})/gu, 'with '],
  [/\bc\/o\b/gu, 'care of'],
  [/\bn\/a\b/giu, 'not applicable'],
  [/\b(?:aka|AKA)\b/gu, 'also known as'],
  [/(?<=[\p{L}\d)"'] )vs(?= )/gu, 'versus'],
  [/\bv\. (?=\p{Lu})/gu, 'versus '],
  [compilePattern(String.raw`\b(${OPENINGS} )St\.? (?=${CAPITALIZED_WORD})`), '$1Saint '],
  [
    compilePattern(String.raw`(?<=${CAPITALIZED_WORD} |\d\p{Lu}? )(St|Dr)\.(?! \p{Lu})`),
    (_, abbreviation) => (abbreviation === 'St' ? 'Street' : 'Drive'),
  ],
  [compilePattern(String.raw`\bSt\.? (?=${CAPITALIZED_WORD})`), 'Saint '],
  [/(?<=\p{L} )St\./gu, 'Street'],
  [compilePattern(String.raw`\bSts\. (?=${CAPITALIZED_WORD})`), 'Saints '],
  [compilePattern(String.raw`\bFt\.? (?=${CAPITALIZED_WORD})`), 'Fort '],
  [
    compilePattern(
      String.raw`\b(${joinAlternatives(TITLES_WITHOUT_PERIOD)})(?= \p{Lu}| and \p{Lu})`,
    ),
    (_, title) => SPOKEN_FORMS.get(title!)!,
  ],
  [
    compilePattern(
      String.raw`(?<![\p{L}\d.])(${matchAbbreviations('numbered')})(?:\.\s?|\s)(?=\d|[IVXL]+\b)`,
    ),
    (matched, abbreviation) =>
      isAbbreviation(matched, abbreviation!) ? `${SPOKEN_FORMS.get(abbreviation!)} ` : matched,
  ],
  [
    compilePattern(String.raw`(?<![\p{L}\d.])(${matchAbbreviations('never', 'maybe')})\.(?!\p{L})`),
    (_, abbreviation) => SPOKEN_FORMS.get(abbreviation!)!,
  ],
];

function matchAbbreviations(...ends: Abbreviation['ends'][]): string {
  return joinAlternatives(
    ABBREVIATIONS.filter((row) => ends.includes(row.ends)).map((row) => row.written),
  );
}

/**
 * Returns true if the matched text is an abbreviation. Without a period, it counts as an abbreviation only if it cannot
 * be a word or a variable.
 */
function isAbbreviation(matched: string, abbreviation: string): boolean {
  return matched.includes('.') || ['pp', 'Nos', 'vol', 'vols', 'Vol'].includes(abbreviation);
}
