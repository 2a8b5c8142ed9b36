import { LRUCache } from 'lru-cache';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { countFollowersByAuthor } from './repository.ts';
import { follows } from './schema.ts';

/** Seconds: what is counted for everybody to see may be a minute old. */
export const FOLLOWER_COUNT_MAX_AGE = 60;

/**
 * Tells how many follow each author, by id; those whom nobody follows are left out. All follows are counted in
 * one go, and at most twice in {@link FOLLOWER_COUNT_MAX_AGE}: anybody may ask, and the more readers there are the longer
 * it takes.
 */
export function createFollowerCounter(
  queries: Queries,
): () => Promise<ReadonlyMap<string, number>> {
  const counts = new LRUCache<'all', ReadonlyMap<string, number>>({
    max: 1,
    // What shows them is kept as long again.
    ttl: (FOLLOWER_COUNT_MAX_AGE / 2) * 1000,
    fetchMethod: () => countFollowersByAuthor(queries),
  });
  return () => counts.forceFetch('all');
}

/** They go at once, because they are counted in public. */
export const followsPersonalData: PersonalDataTable = {
  table: follows,
  changedAt: follows.createdAt,
  deleteImmediately: true,
};
