import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZES } from '#domain/paging.ts';
import type { AuthorStatus } from '#domain/statuses/author-states.ts';
import type {
  StudioAuthor,
  StudioAuthorListPage,
  StudioAuthorProfile,
} from '#domain/studio/personas.ts';
import { studioApi } from './studio-api.ts';

/**
 * Query for the first page of authors of any status, sorted by alias. If there is no next page, the result contains all
 * authors.
 */
export const firstAuthorPageQuery = queryOptions({
  queryKey: ['authors', 'first'],
  queryFn: ({ signal }) => studioApi.get<StudioAuthorListPage>('/authors', {}, signal),
});

/** Returns the paginated query for authors who have the given status and whose names match `text`. */
export function authorPagesQuery(status: AuthorStatus, text: string) {
  return infiniteQueryOptions({
    queryKey: ['authors', 'pages', status, text],
    queryFn: ({ pageParam: nextToken, signal }) =>
      studioApi.get<StudioAuthorListPage>('/authors', { status, q: text, nextToken }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }: StudioAuthorListPage) => nextToken,
  });
}

/** Returns the query for a persona's profile and voice. */
export function authorQuery(id: string) {
  return queryOptions({
    queryKey: ['authors', id],
    queryFn: ({ signal }) => studioApi.get<StudioAuthorProfile>(`/authors/${id}`, {}, signal),
  });
}

/** The active authors that a form field offers as choices. */
export interface SearchableAuthors {
  /** The first authors whose names match the search, sorted by alias, or `undefined` while they load. */
  authors: readonly StudioAuthor[] | undefined;
  /** Text and change handler of the search field, or `undefined` if `authors` already contains all active authors. */
  search?: { text: string; onChange: (text: string) => void } | undefined;
}

/**
 * Returns the active authors as choices for a form field. If there are too many authors to list, also returns the state
 * of a search field. The server performs the search.
 */
export function useSearchableActiveAuthors(): SearchableAuthors & { error: Error | null } {
  const [text, onChange] = useState('');
  const { data, error } = useQuery({
    queryKey: ['authors', 'active', text],
    queryFn: ({ signal }) =>
      studioApi.get<StudioAuthorListPage>('/authors', { status: 'active', q: text }, signal),
    placeholderData: keepPreviousData,
  });
  // The search field stays visible if a search fails, so that the editor can search for another name.
  const hasSearch = data ? data.counts.active > PAGE_SIZES.authors : text !== '';
  return { authors: data?.authors, error, search: hasSearch ? { text, onChange } : undefined };
}

/**
 * Returns the given authors. If the author with the given ID is missing, loads that author and adds them at the
 * beginning.
 */
export function useAuthorsIncluding(
  authors: readonly StudioAuthor[],
  id: string | undefined,
): readonly StudioAuthor[] {
  const isMissing = Boolean(id) && !authors.some((each) => each.id === id);
  const { data } = useQuery({ ...authorQuery(id ?? ''), enabled: isMissing });
  return isMissing && data ? [data.author, ...authors] : authors;
}
