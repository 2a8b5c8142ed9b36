import { LRUCache } from 'lru-cache';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { countFollowersByAuthor } from './repository.ts';
import { follows } from './schema.ts';

/** Maximum age of public follower counts in seconds. */
export const FOLLOWER_COUNT_MAX_AGE = 60;

/**
 * Returns a function that returns the number of followers by author id. Authors without followers are omitted. Counting
 * reads all follows and is public, so the numbers are cached for half of {@link FOLLOWER_COUNT_MAX_AGE}.
 */
export function createFollowerCounter(
  queries: Queries,
): () => Promise<ReadonlyMap<string, number>> {
  const counts = new LRUCache<'all', ReadonlyMap<string, number>>({
    max: 1,
    // HTTP responses with the counts are cached for the other half.
    ttl: (FOLLOWER_COUNT_MAX_AGE / 2) * 1000,
    fetchMethod: () => countFollowersByAuthor(queries),
  });
  return () => counts.forceFetch('all');
}

/** Follows are deleted immediately, since the public follower counts include them. */
export const followsPersonalData: PersonalDataTable = {
  table: follows,
  changedAt: follows.createdAt,
  deleteImmediately: true,
};
