import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Author } from '#domain/author.ts';

/** Milliseconds: as long as a page seen before may be shown again, on the way back (pages/payloads.ts). */
const KEPT = 15 * 60_000;

interface FollowerCount {
  count: number;
  /** The reader has followed or unfollowed since the page counted. */
  isMoved: boolean;
}

/**
 * How many follow an author, as this reader is to see it. A page's number is public, and anything up to
 * minutes old: nobody can tell whether it has this reader in it already. So the number they saw moves by one
 * with their press, and then stands, whatever pages say, until they have stayed away for a while.
 */
export function useFollowerCount({
  alias,
  followerCount,
}: Pick<Author, 'alias' | 'followerCount'>): number {
  const queries = useQueryClient();
  const { data } = useQuery<FollowerCount>({
    queryKey: queryKeyOf(alias),
    queryFn: skipToken,
    gcTime: KEPT,
  });
  useEffect(() => {
    queries.setQueryData<FollowerCount>(queryKeyOf(alias), (known) =>
      known?.isMoved ? known : { count: followerCount, isMoved: false },
    );
  }, [queries, alias, followerCount]);
  return data?.isMoved ? data.count : followerCount;
}

/** Moves the number this tab has shown of an author, if it has: the reader follows them now, or no longer. */
export function moveFollowerCount(queries: QueryClient, alias: string, isFollowing: boolean): void {
  queries.setQueryData<FollowerCount>(
    queryKeyOf(alias),
    (known) => known && { count: known.count + (isFollowing ? 1 : -1), isMoved: true },
  );
}

function queryKeyOf(alias: string) {
  return ['follower-count', alias] as const;
}
