import type { AuthorMeta } from '#domain/author.ts';
import type { AuthorMap } from '#domain/page.ts';
import { aliasKey } from '#domain/paths.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  findAuthorId,
  findAuthorIdByAnyAlias,
  findAuthorsByAlias,
  listAuthors,
} from './repository.ts';

/** What a page that shows these authors is made of, as cache keys. */
export function authorCacheKeys(authors: readonly { alias: string }[]): ContentKey[] {
  return authors.map(({ alias }) => `author:${aliasKey(alias)}` as const);
}

/** Authors by alias. */
export function mapByAlias<Each extends { alias: string }>(
  authors: readonly Each[],
): Record<string, Each> {
  return Object.fromEntries(authors.map((author) => [author.alias, author]));
}

/** The authors of some articles, by alias. */
export async function findAuthorsOfArticles(
  queries: Queries,
  articles: readonly { authorAlias: string }[],
): Promise<AuthorMap> {
  const aliases = articles.map(({ authorAlias }) => authorAlias);
  return mapByAlias(await findAuthorsByAlias(queries, aliases));
}

/**
 * Authors whose name has, for each of `words`, a part that begins with it; at most `limit`. A word is given as
 * what it may mean, folded.
 */
export async function findAuthorsByName(
  queries: Queries,
  words: readonly (readonly string[])[],
  limit: number,
): Promise<AuthorMeta[]> {
  if (!words.length) return [];
  const authors = await listAuthors(queries);
  return authors
    .filter(({ alias }) => {
      const parts = alias.toLowerCase().split('-');
      const startsAPart = (word: string) => parts.some((part) => part.startsWith(word));
      return words.every((meanings) => meanings.some(startsAPart));
    })
    .slice(0, limit);
}

/** The id of an author. Throws {@link NotFoundError} when there is none of that alias. */
export async function requireActiveAuthorId(queries: Queries, alias: string): Promise<string> {
  const id = await findAuthorId(queries, alias);
  if (!id) throw new NotFoundError('Author not found.');
  return id;
}

/** The same of authors who have left too. Throws {@link NotFoundError} when there never was one of that alias. */
export async function requireAuthorId(queries: Queries, alias: string): Promise<string> {
  const id = await findAuthorIdByAnyAlias(queries, alias);
  if (!id) throw new NotFoundError('Author not found.');
  return id;
}
