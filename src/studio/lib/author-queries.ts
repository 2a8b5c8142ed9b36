import { queryOptions } from '@tanstack/react-query';
import type { CountedAuthor } from '#domain/author.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { get } from '#ui/lib/api.ts';
import { studioApi } from './studio-api.ts';

/** Query for all authors of any status, sorted by alias. */
export const authorsQuery = queryOptions({
  queryKey: ['authors'],
  queryFn: ({ signal }) => studioApi.get<{ authors: StudioAuthor[] }>('/authors', {}, signal),
});

/** Query for the active authors, sorted by alias. */
export const activeAuthorsQuery = queryOptions({
  queryKey: ['authors', 'active'],
  queryFn: async ({ signal }) => {
    const { authors } = await get<{ authors: Record<string, CountedAuthor> }>(
      '/authors',
      {},
      signal,
    );
    return Object.values(authors).toSorted((a, b) => a.alias.localeCompare(b.alias));
  },
  staleTime: 60_000,
});
