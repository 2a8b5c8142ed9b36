import { useEffect } from 'react';
import type { Author } from '#domain/author.ts';
import { useStore } from '#ui/lib/store.ts';
import { createReaderStore } from '#web/reader/cache.ts';

/**
 * Time in milliseconds for which a follower count is kept after it was last shown. It equals the time for which a
 * cached page may be shown when going back (pages/payloads.ts).
 */
const KEPT = 15 * 60_000;

interface FollowerCount {
  count: number;
  /** True if the reader has followed or unfollowed the author since the page was rendered, which adjusts the count. */
  isMoved: boolean;
}

/** The follower counts that this tab shows or has recently shown, by the author's alias. */
const counts = createReaderStore<Readonly<Record<string, FollowerCount>>>({});
/** Timers that remove follower counts a while after they were last shown. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Returns an author's number of followers, as shown to this reader. The number in a page may be minutes old, and may or
 * may not include this reader, so following or unfollowing adjusts the shown number by one. The adjusted number takes
 * precedence over the numbers in newer pages. It is dropped once it has not been shown for a while.
 */
export function useFollowerCount({
  alias,
  followerCount,
}: Pick<Author, 'alias' | 'followerCount'>): number {
  const known = useStore(counts)[alias];
  useEffect(() => {
    clearTimeout(leaving.get(alias));
    if (!counts.get()[alias]?.isMoved) note(alias, { count: followerCount, isMoved: false });
    return () => void leaving.set(alias, setTimeout(forget, KEPT, alias));
  }, [alias, followerCount]);
  return known?.isMoved ? known.count : followerCount;
}

/**
 * Adds one to the shown number of an author's followers after the reader has followed them, or subtracts one after the
 * reader has unfollowed them.
 */
export function adjustFollowerCount(alias: string, isFollowing: boolean): void {
  const known = counts.get()[alias];
  if (known) note(alias, { count: known.count + (isFollowing ? 1 : -1), isMoved: true });
}

function note(alias: string, count: FollowerCount): void {
  counts.set({ ...counts.get(), [alias]: count });
}

function forget(alias: string): void {
  const { [alias]: _, ...others } = counts.get();
  counts.set(others);
}
