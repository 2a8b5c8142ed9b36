import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { HealthReport, RecordedErrorGroup } from '#domain/studio/health.ts';
import { studioApi } from '../../lib/studio-api.ts';

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => studioApi.get<HealthReport>('/health', {}, signal),
  refetchInterval: 15_000,
});

interface ErrorsPage {
  errors: RecordedErrorGroup[];
  nextToken: string | null;
}

/** Returns the query for the recorded errors from a source, or for a single error by ID. */
export const errorsQuery = (source: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['errors', source, id],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<ErrorsPage>('/errors', { source, id, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
