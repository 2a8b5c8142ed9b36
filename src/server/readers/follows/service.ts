import { LRUCache } from 'lru-cache';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { countFollowersByAuthor } from './repository.ts';
import { follows } from './schema.ts';

/** Maximum age, in seconds, of the follower counts that are shown to the public. */
export const FOLLOWER_COUNT_MAX_AGE_SECONDS = 60;

/** Maximum number of authors whose follower counts are cached. */
const MAX_CACHED_COUNTS = 20_000;

/**
 * Creates a function that returns the follower counts of the given authors, by author ID. Counting is slow, because it
 * reads every follow of an author. The counts are public and may be slightly outdated, so they are cached for half of
 * {@link FOLLOWER_COUNT_MAX_AGE_SECONDS}.
 */
export function createCachedFollowerCounter(
  queries: Queries,
): (authorIds: readonly string[]) => Promise<ReadonlyMap<string, number>> {
  const cache = new LRUCache<string, number>({
    max: MAX_CACHED_COUNTS,
    // Counts are cached in this process for half of the maximum age, and in HTTP responses for the other half.
    ttl: (FOLLOWER_COUNT_MAX_AGE_SECONDS / 2) * 1000,
  });
  return async (authorIds) => {
    const counts = new Map<string, number>();
    for (const id of authorIds) {
      const count = cache.get(id);
      if (count !== undefined) counts.set(id, count);
    }
    const uncachedIds = authorIds.filter((id) => !counts.has(id));
    const loadedCounts = await countFollowersByAuthor(queries, uncachedIds);
    for (const id of uncachedIds) {
      counts.set(id, loadedCounts.get(id) ?? 0);
      cache.set(id, loadedCounts.get(id) ?? 0);
    }
    return counts;
  };
}

/** Readers' follows. They are deleted immediately, because the public follower counts include them. */
export const followsPersonalDataTable: PersonalDataTable = {
  table: follows,
  changedAt: follows.createdAt,
  deleteImmediately: true,
};
