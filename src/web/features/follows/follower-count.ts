import { useEffect } from 'react';
import type { Author } from '#domain/author.ts';
import { useStore } from '#ui/lib/store.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';

/**
 * A follower count is kept for this many milliseconds after it was last shown. Pages are cached for back navigation for
 * the same length of time (pages/payloads.ts).
 */
const COUNT_LIFETIME = 15 * 60_000;

interface FollowerCount {
  count: number;
  /** True if the count was adjusted because the reader followed or unfollowed the author after it was loaded. */
  isAdjusted: boolean;
}

/** The follower counts that this tab shows or has recently shown, by the author's alias. */
const counts = createStoreResetAtSignOut<Readonly<Record<string, FollowerCount>>>({});
/** The timers that remove follower counts {@link COUNT_LIFETIME} after they were last shown, by the author's alias. */
const removalTimers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Returns the number of followers to show to this reader. A page's number may be a few minutes old, so it may or may
 * not include a recent change by this reader. Once the reader has followed or unfollowed the author, the number that
 * was shown before, plus or minus one, takes precedence over the numbers on pages that load later. It is removed once
 * it has not been shown for {@link COUNT_LIFETIME} milliseconds.
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

/** Changes the shown number of an author's followers by one, after the reader has followed or unfollowed the author. */
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
