import type { AuthorSummary, AuthorWithFollowerCount } from '#domain/author.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { listActiveAuthors, type NameSearchWords } from './author-list.ts';
import {
  type AuthorIdAndSummary,
  findActiveAuthorIdByAnyAlias,
  findAuthorIdByAnyAlias,
} from './repository.ts';

/**
 * Returns up to `limit` active authors whose alias matches all words of `name`, sorted by alias. Returns an empty list
 * if there are no words.
 */
export async function findAuthorsByName(
  queries: Queries,
  name: NameSearchWords,
  limit: number,
): Promise<AuthorSummary[]> {
  if (!name.length) return [];
  const { entries } = await listActiveAuthors(queries, { name }, limit);
  return entries.map(([, author]) => author);
}

/** Returns the ID of the active author with this alias. Throws {@link NotFoundError} if there is none. */
export async function requireActiveAuthorId(queries: Queries, alias: string): Promise<string> {
  const id = await findActiveAuthorIdByAnyAlias(queries, alias);
  if (!id) throw new NotFoundError('Author not found.');
  return id;
}

/**
 * Returns the ID of the author who has or had this alias. The author may be retired. Throws {@link NotFoundError} if no
 * author ever had this alias.
 */
export async function requireAuthorId(queries: Queries, alias: string): Promise<string> {
  const id = await findAuthorIdByAnyAlias(queries, alias);
  if (!id) throw new NotFoundError('Author not found.');
  return id;
}

/**
 * A function that returns the follower counts of authors, in a map keyed by author ID. Authors without followers may be
 * missing from the map.
 */
export type CountFollowers = (authorIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Adds follower counts to the given authors. */
export async function addFollowerCounts(
  entries: readonly AuthorIdAndSummary[],
  countFollowers: CountFollowers,
): Promise<AuthorWithFollowerCount[]> {
  const followers = await countFollowers(entries.map(([id]) => id));
  return entries.map(([id, author]) => ({ ...author, followerCount: followers.get(id) ?? 0 }));
}
