import { queryOptions } from '@tanstack/react-query';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { studio } from './queries.ts';

/** Every author, whatever their status, by alias. */
export const authorsQuery = queryOptions({
  queryKey: ['authors'],
  queryFn: ({ signal }) => studio.get<{ authors: StudioAuthor[] }>('/authors', {}, signal),
});
