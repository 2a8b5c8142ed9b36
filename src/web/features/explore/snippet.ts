/** The number of words kept before the first match, for context. */
const WORDS_BEFORE = 5;

/**
 * Trims the start of a snippet, HTML with `<mark>`, so that the first match is in its first lines. There are no tags
 * before the first mark, and entities have no spaces.
 */
export function trimToMatch(snippet: string): string {
  const at = snippet.indexOf('<mark>');
  const words = snippet.slice(0, Math.max(at, 0)).split(' ');
  // The last element is the text between the last space and the mark, usually empty.
  if (words.length <= WORDS_BEFORE + 1) return snippet;
  return `… ${words.slice(-WORDS_BEFORE - 1).join(' ')}${snippet.slice(at)}`;
}
