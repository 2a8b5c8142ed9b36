import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Idea } from '#domain/studio/ideas.ts';
import { ApiError } from '#ui/lib/api.ts';
import { studioApi } from '../../lib/studio-api.ts';

/** The pages of ideas on show, as TanStack Query gives them. */
interface IdeaPages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * The idea an address names (`/ideas#id`): its tab is opened, which the address then says, and pages of it are asked for
 * until the idea is among them. Where it stands by now only the server knows: links to it are older than that.
 */
export function useFindIdea(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: IdeaPages,
  ideas: readonly Idea[] | undefined,
): 'looked for' | 'gone' | undefined {
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = IDEA_HASH.exec(hash)?.[1];
  const isPlaced = search.has('status');
  const { data, error } = useQuery({
    queryKey: ['idea', id],
    queryFn: ({ signal }) => studioApi.get<{ idea: Idea }>(`/ideas/${id}`, {}, signal),
    enabled: id !== undefined && !isPlaced,
    staleTime: 0,
    gcTime: 0,
  });
  const status = data?.idea.status;

  useEffect(() => {
    if (!isPlaced && status)
      void navigate({ search: `?status=${status}`, hash }, { replace: true });
  }, [isPlaced, status, hash, navigate]);

  const found = useRef<string>(undefined);
  useEffect(() => {
    if (!id || !isPlaced || !ideas || found.current === id) return;
    if (ideas.some((idea) => idea.id === id)) found.current = id;
    else if (hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage();
  }, [id, isPlaced, ideas, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  if (!id || isPlaced) return undefined;
  if (!error) return 'looked for';
  return error instanceof ApiError && error.status === 404 ? 'gone' : undefined;
}

/** Other parts of the page have names, too. */
const IDEA_HASH = /^#([\da-f-]{36})$/;
