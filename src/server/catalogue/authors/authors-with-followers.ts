import type { AuthorWithFollowerCount } from '#domain/author.ts';
import type { AuthorIdAndSummary } from './repository.ts';

/** Returns follower counts by author ID. Authors without followers may be missing from the map. */
export type CountFollowers = (authorIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Adds follower counts to the given authors. */
export async function addFollowerCounts(
  entries: readonly AuthorIdAndSummary[],
  countFollowers: CountFollowers,
): Promise<AuthorWithFollowerCount[]> {
  const followers = await countFollowers(entries.map(([id]) => id));
  return entries.map(([id, author]) => ({ ...author, followerCount: followers.get(id) ?? 0 }));
}
