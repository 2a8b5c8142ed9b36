import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Member } from '#domain/studio/roles.ts';
import { studio } from './queries.ts';

const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => studio.get<Member>('/me', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who works here; `undefined` until that is known. */
export function useMember(): Member | undefined {
  return useQuery(memberQuery).data;
}
