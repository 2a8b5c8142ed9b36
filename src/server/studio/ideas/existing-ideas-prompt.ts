import type { ComparedWorkTitles } from '#domain/studio/similarity.ts';
import type { AuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import type { ExistingIdeaOrArticle } from './existing-ideas.ts';

/**
 * The maximum length, in characters, of the list of existing ideas in a prompt. A list of this length has about 45,000
 * tokens, which cost a few cents per author in a batch. The ideas of the shipped library take up a fifth of this
 * length, which is fewer than 10,000 tokens.
 */
export const MAX_IDEA_LIST_CHARACTERS = 160_000;

/**
 * Formats existing ideas for a prompt, so that the model can compare a new idea with them by meaning. Each line is a
 * JSON array that contains an idea's key, title, thesis and object. The list contains ideas from all categories,
 * because an argument can reappear in another category in different words. The comparison of words in
 * `similarity-index.ts` does not detect such cases. The author's own ideas come first, followed by other ideas in the
 * same category. Ideas beyond the maximum length are left out of the prompt, and are compared only by their words.
 *
 * The order of the list depends on the author, so the list is in each item's prompt instead of the system prompt that
 * all items share. One order for all authors would make prompt caching possible. However, the items of a batch are
 * processed concurrently, so cache hits would be rare.
 */
export function formatExistingIdeas(
  existing: readonly ExistingIdeaOrArticle[],
  author: Pick<AuthorForEditors, 'aliasKey' | 'profile'>,
): string {
  const { alias, expertise } = author.profile;
  const getRank = ({ where, category }: ExistingIdeaOrArticle) => {
    if (where === alias || where.startsWith(`${author.aliasKey}/`)) return 0;
    return category === expertise.category ? 1 : 2;
  };
  const lines: string[] = [];
  let remainingCharacters = MAX_IDEA_LIST_CHARACTERS;
  const ordered = existing.toSorted((one, other) => getRank(one) - getRank(other));
  for (const { key, title, thesis, object } of ordered) {
    const line = JSON.stringify([key, title, thesis, object]);
    remainingCharacters -= line.length + 1;
    if (remainingCharacters < 0) break;
    lines.push(line);
  }
  return lines.join('\n');
}

/**
 * Parses the list of existing ideas in a prompt. A result is checked against this list instead of the current ideas,
 * because the model saw only this list.
 */
export function extractComparedTitles(prompt: string): ComparedWorkTitles {
  // Matches the tag `<taken>` only at the beginning of a line. The author's profile and voice, which precede the list,
  // may contain the same text, but never at the beginning of a line, because YAML indents multi-line values.
  const [, list = ''] = /^<taken>\n(.*?)\n<\/taken>$/ms.exec(prompt) ?? [];
  const lines = list.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [key, title] = JSON.parse(line) as string[];
      return [key!, title!];
    }),
  );
}
