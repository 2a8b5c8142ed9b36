import { LRUCache } from 'lru-cache';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { countFollowersByAuthor } from './repository.ts';
import { follows } from './schema.ts';

/** Seconds by which public follower counts may lag. */
export const FOLLOWER_COUNT_MAX_AGE = 60;

/**
 * Returns a function that counts the followers of each author by id, without authors that have none. It counts all
 * follows at once, at most twice in {@link FOLLOWER_COUNT_MAX_AGE}, since anybody may call it and it takes longer the
 * more readers there are.
 */
export function createFollowerCounter(
  queries: Queries,
): () => Promise<ReadonlyMap<string, number>> {
  const counts = new LRUCache<'all', ReadonlyMap<string, number>>({
    max: 1,
    // Responses with the counts are cached for the other half.
    ttl: (FOLLOWER_COUNT_MAX_AGE / 2) * 1000,
    fetchMethod: () => countFollowersByAuthor(queries),
  });
  return () => counts.forceFetch('all');
}

/** Deleted immediately, since they are counted publicly. */
export const followsPersonalData: PersonalDataTable = {
  table: follows,
  changedAt: follows.createdAt,
  deleteImmediately: true,
};
