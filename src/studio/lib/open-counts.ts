import { queryOptions, useQuery } from '@tanstack/react-query';
import { studioApi } from './studio-api.ts';

/** How much waits for an editor, by the name a screen gives it in `screens.ts`. */
export type OpenCounts = Readonly<Record<string, number>>;

/** To be invalidated after whatever changes what waits. */
export const openCountsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => studioApi.get<OpenCounts>('/counts', {}, signal),
  refetchInterval: 60_000,
});

export function useOpenCounts(): OpenCounts | undefined {
  return useQuery(openCountsQuery).data;
}
