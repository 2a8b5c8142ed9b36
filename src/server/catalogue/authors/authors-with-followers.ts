import type { CountedAuthor } from '#domain/author.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listAuthorEntries } from './repository.ts';

/** Returns the follower counts of authors by author id. Authors without followers may be missing from the map. */
export type CountFollowers = () => Promise<ReadonlyMap<string, number>>;

/** Returns active authors with their follower counts. With `aliases`, returns only these authors. */
export async function listAuthorsWithFollowers(
  queries: Queries,
  countFollowers: CountFollowers,
  aliases?: readonly string[],
): Promise<CountedAuthor[]> {
  const [authors, followers] = await Promise.all([
    listAuthorEntries(queries, aliases),
    countFollowers(),
  ]);
  return authors.map(([id, author]) => ({ ...author, followerCount: followers.get(id) ?? 0 }));
}
