import { queryOptions } from '@tanstack/react-query';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { studioApi } from '../../lib/studio-api.ts';

/** Milliseconds between two refreshes while something is being recorded, and otherwise. */
const [BUSY_INTERVAL, IDLE_INTERVAL] = [2000, 15_000];

export const narratorsQuery = queryOptions({
  queryKey: ['narrators'],
  queryFn: ({ signal }) => studioApi.get<NarratorsReport>('/narrators', {}, signal),
  refetchInterval: ({ state: { data } }) => (data?.active.length ? BUSY_INTERVAL : IDLE_INTERVAL),
});
