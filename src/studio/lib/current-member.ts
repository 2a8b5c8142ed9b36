import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StudioMember } from '#domain/studio/roles.ts';
import { studioApi } from './studio-api.ts';

const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => studioApi.get<StudioMember>('/me', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the signed-in member, or `undefined` until the member is loaded. */
export function useCurrentMember(): StudioMember | undefined {
  return useQuery(memberQuery).data;
}
