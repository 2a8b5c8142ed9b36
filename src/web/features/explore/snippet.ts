/** Maximum number of words before the first match in a snippet. */
const MAX_WORDS_BEFORE = 5;

/**
 * Trims the start of a snippet (HTML with `<mark>`), so that the first match appears within its first lines. Splitting
 * at spaces is safe, because there are no tags before the first mark, and entities contain no spaces.
 */
export function trimSnippetToMatch(snippet: string): string {
  const markIndex = snippet.indexOf('<mark>');
  const wordsBefore = snippet.slice(0, Math.max(markIndex, 0)).split(' ');
  // The last element of `wordsBefore` is the text between the last space and the mark. It is usually empty.
  if (wordsBefore.length <= MAX_WORDS_BEFORE + 1) return snippet;
  return `… ${wordsBefore.slice(-MAX_WORDS_BEFORE - 1).join(' ')}${snippet.slice(markIndex)}`;
}
