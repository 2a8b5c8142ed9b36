import { queryOptions } from '@tanstack/react-query';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { studioApi } from '../../lib/studio-api.ts';

/** Returns the query for a persona's profile and voice. */
export function authorQuery(id: string) {
  return queryOptions({
    queryKey: ['authors', id],
    queryFn: ({ signal }) => studioApi.get<StudioAuthorProfile>(`/authors/${id}`, {}, signal),
  });
}
