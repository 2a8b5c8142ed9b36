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

/** Returns the cache keys of a response that contains these authors. */
export function authorCacheKeys(authors: readonly { alias: string }[]): ContentKey[] {
  return authors.map(({ alias }) => `author:${aliasKey(alias)}` as const);
}

/** Returns authors by alias. */
export function mapByAlias<Each extends { alias: string }>(
  authors: readonly Each[],
): Record<string, Each> {
  return Object.fromEntries(authors.map((author) => [author.alias, author]));
}

/** Returns the authors of articles by alias. */
export async function findAuthorsOfArticles(
  queries: Queries,
  articles: readonly { authorAlias: string }[],
): Promise<AuthorMap> {
  const aliases = articles.map(({ authorAlias }) => authorAlias);
  return mapByAlias(await findAuthorsByAlias(queries, aliases));
}

/**
 * Returns up to `limit` authors whose alias has, for each of `words`, a part that begins with it. Each word is a list
 * of folded alternatives.
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

/** Returns the id of an active author. Throws {@link NotFoundError} for an unknown alias. */
export async function requireActiveAuthorId(queries: Queries, alias: string): Promise<string> {
  const id = await findAuthorId(queries, alias);
  if (!id) throw new NotFoundError('Author not found.');
  return id;
}

/**
 * Returns the id of an author, retired authors included. Throws {@link NotFoundError} if nobody ever had this alias.
 */
export async function requireAuthorId(queries: Queries, alias: string): Promise<string> {
  const id = await findAuthorIdByAnyAlias(queries, alias);
  if (!id) throw new NotFoundError('Author not found.');
  return id;
}
