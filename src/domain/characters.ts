const EXTENSIONS = String.raw`[\p{M}\p{Emoji_Modifier}\u200c\u{E0020}-\u{E007F}]*`;
const JOINED = String.raw`\u200d\p{Extended_Pictographic}${EXTENSIONS}`;
/**
 * One user-perceived character: a letter with its accents, an emoji with its color and joined parts, a flag.
 * `Intl.Segmenter` is not used, since Firefox has it from version 125 on, and browsers and server must count
 * alike.
 */
const CHARACTER = new RegExp(
  String.raw`\r\n|\p{Regional_Indicator}{2}|.${EXTENSIONS}(?:${JOINED})*\u200d?`,
  'gsu',
);
/**
 * UTF-16 units of the longest emoji. Without a limit, a letter with any number of accents would be one
 * character.
 */
const MOST_UNITS = 16;

/** Counts the user-perceived characters of a text. */
export function countCharacters(text: string): number {
  return text.match(CHARACTER)?.length ?? 0;
}

/** Returns a predicate: true for texts of at most `most` characters. */
export function hasAtMostCharacters(most: number): (text: string) => boolean {
  return (text) =>
    text.length <= most || (text.length <= most * MOST_UNITS && countCharacters(text) <= most);
}

/** Returns at most the first `most` characters of a text, each of them whole. */
export function truncateCharacters(text: string, most: number): string {
  return (text.match(CHARACTER) ?? []).slice(0, most).join('');
}
