import { LRUCache } from 'lru-cache';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { countFollowersByAuthor } from './repository.ts';
import { follows } from './schema.ts';

/** Maximum age of public follower counts in seconds. */
export const FOLLOWER_COUNT_MAX_AGE = 60;

/**
 * Creates a function that returns the number of followers by author id. Authors without followers are omitted. The
 * numbers are cached for half of {@link FOLLOWER_COUNT_MAX_AGE}, since they are public and counting reads all follows.
 */
export function createFollowerCounter(
  queries: Queries,
): () => Promise<ReadonlyMap<string, number>> {
  const counts = new LRUCache<'all', ReadonlyMap<string, number>>({
    max: 1,
    // Counts are cached in this process for half of the maximum age, and in HTTP responses for the other half.
    ttl: (FOLLOWER_COUNT_MAX_AGE / 2) * 1000,
    fetchMethod: () => countFollowersByAuthor(queries),
  });
  return () => counts.forceFetch('all');
}

/** Follows of readers. They are deleted immediately, since the public follower counts include them. */
export const followsPersonalData: PersonalDataTable = {
  table: follows,
  changedAt: follows.createdAt,
  deleteImmediately: true,
};
