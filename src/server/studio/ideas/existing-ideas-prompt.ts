import type { ComparedTitles } from '#domain/studio/similarity.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import type { ExistingIdea } from './existing-ideas.ts';

/**
 * Characters of the list at most. What ships comes to a fifth of it, under 10,000 tokens for each author who is asked;
 * full it is some 45,000, with which a batch costs a few cents an author.
 */
export const MAX_LIST_LENGTH = 160_000;

/**
 * All there is that an idea could be the same as, for a model to compare with by meaning: a JSON array a line, of key,
 * title, thesis and object. It is the whole register, the library and everybody's ideas, since the same argument comes
 * back in another field under other words, where likeness.ts does not see it. Were it ever too long, the author's own
 * come first, then their field, and what is left out is compared by words alone.
 *
 * That order is the author's, so the list is part of what each item is asked, and not of the rules they share. It would
 * belong to those, in one order for all, were the service told to cache them: it is not, and the items of a batch are
 * worked on at the same time, which finds little in a cache.
 */
export function formatExistingIdeas(
  existing: readonly ExistingIdea[],
  author: Pick<EditorAuthor, 'aliasKey' | 'profile'>,
): string {
  const { alias, expertise } = author.profile;
  const rankOf = ({ where, category }: ExistingIdea) => {
    if (where === alias || where.startsWith(`${author.aliasKey}/`)) return 0;
    return category === expertise.category ? 1 : 2;
  };
  const lines: string[] = [];
  let room = MAX_LIST_LENGTH;
  const ordered = existing.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const { key, title, thesis, object } of ordered) {
    const line = JSON.stringify([key, title, thesis, object]);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  return lines.join('\n');
}

/** The list as it stands in a prompt: what an answer says is held to what it was asked with, not to what there is by now. */
export function parseExistingIdeas(prompt: string): ComparedTitles {
  // At the beginning of a line: what stands before it is YAML, which sets in whatever has several lines.
  const [, list = ''] = /^<taken>\n(.*?)\n<\/taken>$/ms.exec(prompt) ?? [];
  const lines = list.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [key, title] = JSON.parse(line) as string[];
      return [key!, title!];
    }),
  );
}
