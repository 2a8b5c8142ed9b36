const EXTENSIONS = String.raw`[\p{M}\p{Emoji_Modifier}\u200c\u{E0020}-\u{E007F}]*`;
const JOINED = String.raw`\u200d\p{Extended_Pictographic}${EXTENSIONS}`;
/**
 * Matches one user-perceived character: a letter with its accents, an emoji with its skin tone and joined parts, or a
 * flag. `Intl.Segmenter` is not used, because Firefox lacks it before version 125, and browsers and the server must
 * count characters in the same way.
 */
const CHARACTER = new RegExp(
  String.raw`\r\n|\p{Regional_Indicator}{2}|.${EXTENSIONS}(?:${JOINED})*\u200d?`,
  'gsu',
);
/**
 * Maximum average length of a text's characters, in UTF-16 code units. No standard emoji is longer.
 * Without this limit, a letter with any number of accents would count as one character.
 */
const MAX_UNITS_PER_CHARACTER = 16;

/** Counts the user-perceived characters of a string. */
export function countCharacters(text: string): number {
  return text.match(CHARACTER)?.length ?? 0;
}

/** Returns a predicate that is true for strings of at most `max` user-perceived characters. */
export function createMaxCharactersPredicate(max: number): (text: string) => boolean {
  return (text) =>
    text.length <= max ||
    (text.length <= max * MAX_UNITS_PER_CHARACTER && countCharacters(text) <= max);
}

/** Truncates a string to `max` user-perceived characters without splitting any of them. */
export function truncateCharacters(text: string, max: number): string {
  return (text.match(CHARACTER) ?? []).slice(0, max).join('');
}
