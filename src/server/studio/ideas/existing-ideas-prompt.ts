import type { ComparedTitles } from '#domain/studio/similarity.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import type { ExistingIdea } from './existing-ideas.ts';

/**
 * Maximum characters of the list. The shipped library needs a fifth, less than 10,000 tokens per author. A full list
 * has about 45,000 tokens, a few cents per author in a batch.
 */
export const MAX_LIST_LENGTH = 160_000;

/**
 * Formats everything an idea could duplicate for a prompt, so that the model can compare by meaning: one JSON array per
 * line, with key, title, thesis and object. It lists the whole register, the library and all ideas, because the same
 * argument can return in another field under other words, where `similarity-index.ts` does not detect it. If the list is too long,
 * the author's own entries come first, then those of the same field, and the rest is compared by words only.
 *
 * Because the order depends on the author, the list is part of each item, not of the shared instructions. With prompt
 * caching it would belong there, in one order for all. The requests do not use caching, since the items of a batch run
 * at the same time and would rarely hit the cache.
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

/** Parses the list out of a prompt: a response is checked against the list it was given, not the current one. */
export function parseExistingIdeas(prompt: string): ComparedTitles {
  // The list starts at the beginning of a line. The text before it is YAML, which indents multi-line values.
  const [, list = ''] = /^<taken>\n(.*?)\n<\/taken>$/ms.exec(prompt) ?? [];
  const lines = list.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [key, title] = JSON.parse(line) as string[];
      return [key!, title!];
    }),
  );
}
