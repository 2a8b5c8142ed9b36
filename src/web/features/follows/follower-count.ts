import { useEffect } from 'react';
import type { Author } from '#domain/author.ts';
import { useStore } from '#web/lib/store.ts';
import { createReaderStore } from '#web/reader/cache.ts';

/** Milliseconds: as long as a page seen before may be shown again, on the way back (pages/payloads.ts). */
const KEPT = 15 * 60_000;

interface FollowerCount {
  count: number;
  /** The reader has followed or unfollowed since the page counted. */
  isMoved: boolean;
}

/** The counts this tab shows, or has shown not long ago, by the author's alias. */
const counts = createReaderStore<Readonly<Record<string, FollowerCount>>>({});
/** Those that are on no screen any more, until they are forgotten. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * How many follow an author, as this reader is to see it. A page's number is public, and anything up to
 * minutes old: nobody can tell whether it has this reader in it already. So the number they saw moves by one
 * with their press, and then stands, whatever pages say, until they have stayed away for a while.
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

/** Moves the number this tab has shown of an author, if it has: the reader follows them now, or no longer. */
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
