import { LRUCache } from 'lru-cache';
import type { CountedAuthor } from '#domain/author.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { countAllFollowers, listAuthorsById } from './repository.ts';

/** Seconds: what is counted for everybody to see may be a minute old. */
export const COUNT_AGE = 60;

/**
 * Lists active authors, or those among some aliases, with how many follow each. All follows are counted in
 * one go, and at most once in {@link COUNT_AGE}: anybody may ask, and the more readers there are the longer
 * it takes.
 */
export function countedAuthors(
  queries: Queries,
): (aliases?: readonly string[]) => Promise<CountedAuthor[]> {
  const counts = new LRUCache<'all', ReadonlyMap<string, number>>({
    max: 1,
    ttl: COUNT_AGE * 1000,
    fetchMethod: () => countAllFollowers(queries),
  });
  return async (aliases) => {
    const [authors, followers] = await Promise.all([
      listAuthorsById(queries, aliases),
      counts.forceFetch('all'),
    ]);
    return authors.map(([id, author]) => ({ ...author, followerCount: followers.get(id) ?? 0 }));
  };
}
