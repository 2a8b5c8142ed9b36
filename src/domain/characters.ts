const EXTENSIONS = String.raw`[\p{M}\p{Emoji_Modifier}\u200c\u{E0020}-\u{E007F}]*`;
const JOINED = String.raw`\u200d\p{Extended_Pictographic}${EXTENSIONS}`;
/**
 * What people see as one character: a letter with its accents, an emoji with its colour and what it is joined to, a flag.
 * Not by `Intl.Segmenter`, which Firefox has since version 125 only: browsers and server have to count alike.
 */
const CHARACTER = new RegExp(
  String.raw`\r\n|\p{Regional_Indicator}{2}|.${EXTENSIONS}(?:${JOINED})*\u200d?`,
  'gsu',
);
/** UTF-16 units of the longest emoji. Without a bound, a letter with any number of accents would be one character. */
const MOST_UNITS = 16;

/** Counts the characters of a text as people see them. */
export function countCharacters(text: string): number {
  return text.match(CHARACTER)?.length ?? 0;
}

/** Returns a check whether a text has no more than so many characters. */
export function hasAtMostCharacters(most: number): (text: string) => boolean {
  return (text) =>
    text.length <= most || (text.length <= most * MOST_UNITS && countCharacters(text) <= most);
}

/** The first characters of a text, none of them cut. */
export function truncateCharacters(text: string, most: number): string {
  return (text.match(CHARACTER) ?? []).slice(0, most).join('');
}
