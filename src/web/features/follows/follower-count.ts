import { useEffect } from 'react';
import type { Author } from '#domain/author.ts';
import { useStore } from '#ui/lib/store.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';

/**
 * Time in milliseconds for which a follower count is kept after it was last shown. It equals the time for which a
 * cached page may be shown when going back (pages/payloads.ts).
 */
const COUNT_LIFETIME = 15 * 60_000;

interface FollowerCount {
  count: number;
  /**
   * True if the count was adjusted, because the reader has followed or unfollowed the author since the page was
   * rendered.
   */
  isAdjusted: boolean;
}

/** The follower counts that this tab shows or has recently shown, by the author's alias. */
const counts = createStoreResetAtSignOut<Readonly<Record<string, FollowerCount>>>({});
/** Timers that remove follower counts {@link COUNT_LIFETIME} after they were last shown, by the author's alias. */
const removalTimers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Returns an author's number of followers, as shown to this reader. The number in a page may be minutes old, and may or
 * may not include this reader, so following or unfollowing adjusts the shown number by one. The adjusted number takes
 * precedence over the numbers in newer pages. It is removed once it has not been shown for {@link COUNT_LIFETIME}.
 */
export function useFollowerCount({
  alias,
  followerCount,
}: Pick<Author, 'alias' | 'followerCount'>): number {
  const shown = useStore(counts)[alias];
  useEffect(() => {
    clearTimeout(removalTimers.get(alias));
    if (!counts.get()[alias]?.isAdjusted)
      storeCount(alias, { count: followerCount, isAdjusted: false });
    return () => void removalTimers.set(alias, setTimeout(removeCount, COUNT_LIFETIME, alias));
  }, [alias, followerCount]);
  return shown?.isAdjusted ? shown.count : followerCount;
}

/**
 * Adds one to the shown number of an author's followers after the reader has followed them, or subtracts one after the
 * reader has unfollowed them.
 */
export function adjustFollowerCount(alias: string, isFollowing: boolean): void {
  const shown = counts.get()[alias];
  if (shown) storeCount(alias, { count: shown.count + (isFollowing ? 1 : -1), isAdjusted: true });
}

function storeCount(alias: string, count: FollowerCount): void {
  counts.set({ ...counts.get(), [alias]: count });
}

function removeCount(alias: string): void {
  const { [alias]: _, ...others } = counts.get();
  counts.set(others);
}
