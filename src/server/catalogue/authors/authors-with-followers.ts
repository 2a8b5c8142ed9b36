import type { CountedAuthor } from '#domain/author.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listAuthorEntries } from './repository.ts';

/** Tells how many follow each author, by id; those whom nobody follows may be left out. */
export type CountFollowers = () => Promise<ReadonlyMap<string, number>>;

/** Active authors, or those among some aliases, with how many follow each. */
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
