import { queryOptions } from '@tanstack/react-query';
import type { CountedAuthor } from '#domain/author.ts';
import { get } from '#ui/lib/api.ts';

/** The authors who write, by name. */
export const authorsQuery = queryOptions({
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
