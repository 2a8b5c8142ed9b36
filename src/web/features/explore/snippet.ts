/** Maximum number of words before the first match in a snippet. */
const MAX_WORDS_BEFORE = 5;

/**
 * Shortens the text before the first match in a snippet, so that the match appears in the first lines. Snippets are
 * HTML with `<mark>` tags. Splitting at spaces is safe: there are no tags before the first match, and HTML entities
 * contain no spaces.
 */
export function trimSnippetToMatch(snippet: string): string {
  const markIndex = snippet.indexOf('<mark>');
  const wordsBefore = snippet.slice(0, Math.max(markIndex, 0)).split(' ');
  // The last element of `wordsBefore` is the text between the last space and the first match. It is usually empty, so
  // it does not count as a word.
  if (wordsBefore.length <= MAX_WORDS_BEFORE + 1) return snippet;
  return `… ${wordsBefore.slice(-MAX_WORDS_BEFORE - 1).join(' ')}${snippet.slice(markIndex)}`;
}
