import { queryOptions, useQuery } from '@tanstack/react-query';
import { studio } from './queries.ts';

/** How much waits for an editor, by the name a screen gives it in `screens.ts`. */
export type OpenCounts = Readonly<Record<string, number>>;

/** To be invalidated after whatever changes what waits. */
export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => studio.get<OpenCounts>('/counts', {}, signal),
  refetchInterval: 60_000,
});

export function useCounts(): OpenCounts | undefined {
  return useQuery(countsQuery).data;
}
