/** Words left before the first one that matched: enough to see what they are about. */
const WORDS_BEFORE = 5;

/**
 * A snippet, HTML with `<mark>`, that begins shortly before what matched: where only its first lines are shown, that
 * is among them. Before the first mark there is text alone, whose entities have no spaces.
 */
export function trimToMatch(snippet: string): string {
  const at = snippet.indexOf('<mark>');
  const words = snippet.slice(0, Math.max(at, 0)).split(' ');
  // The last of them ends where the mark begins, and is mostly empty.
  if (words.length <= WORDS_BEFORE + 1) return snippet;
  return `… ${words.slice(-WORDS_BEFORE - 1).join(' ')}${snippet.slice(at)}`;
}
