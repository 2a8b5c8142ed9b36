import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Member } from '#domain/studio/roles.ts';
import { studioApi } from './studio-api.ts';

const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => studioApi.get<Member>('/me', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the signed-in member; `undefined` until the member is loaded. */
export function useCurrentMember(): Member | undefined {
  return useQuery(memberQuery).data;
}
