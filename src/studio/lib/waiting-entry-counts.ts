import { queryOptions, useQuery } from '@tanstack/react-query';
import { studioApi } from './studio-api.ts';

/**
 * For each screen, the number of entries that are waiting for an editor. The keys are the values of `count` in
 * `screens.ts`.
 */
export type WaitingEntryCounts = Readonly<Record<string, number>>;

/** Query for {@link WaitingEntryCounts}. Invalidate it after every action that may change a count. */
export const waitingEntryCountsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => studioApi.get<WaitingEntryCounts>('/counts', {}, signal),
  refetchInterval: 60_000,
});

export function useWaitingEntryCounts(): WaitingEntryCounts | undefined {
  return useQuery(waitingEntryCountsQuery).data;
}
