import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Idea } from '#domain/studio/ideas.ts';
import { ApiError } from '#ui/lib/api.ts';
import { studioApi } from '../../lib/studio-api.ts';

/** The fields of a TanStack Query result that contains the loaded pages of ideas. */
interface IdeaPages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Loads the idea that the URL's fragment identifies (`/ideas#id`). If the URL has no `status`, first fetches the idea's
 * current status and opens the tab for it. Then loads pages of ideas until one contains the idea. Returns `loading`
 * while the status is being fetched, and `missing` if the idea does not exist.
 */
export function useLoadIdeaFromUrl(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: IdeaPages,
  ideas: readonly Idea[] | undefined,
): 'loading' | 'missing' | undefined {
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = IDEA_HASH.exec(hash)?.[1];
  const hasStatus = search.has('status');
  const { data, error } = useQuery({
    queryKey: ['idea', id],
    queryFn: ({ signal }) => studioApi.get<{ idea: Idea }>(`/ideas/${id}`, {}, signal),
    enabled: id !== undefined && !hasStatus,
    staleTime: 0,
    gcTime: 0,
  });
  const status = data?.idea.status;

  useEffect(() => {
    if (!hasStatus && status)
      void navigate({ search: `?status=${status}`, hash }, { replace: true });
  }, [hasStatus, status, hash, navigate]);

  const foundId = useRef<string>(undefined);
  useEffect(() => {
    if (!id || !hasStatus || !ideas || foundId.current === id) return;
    if (ideas.some((idea) => idea.id === id)) foundId.current = id;
    else if (hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage();
  }, [id, hasStatus, ideas, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  if (!id || hasStatus) return undefined;
  if (!error) return 'loading';
  return error instanceof ApiError && error.status === 404 ? 'missing' : undefined;
}

/** Matches a URL fragment that contains the ID of an idea. Other fragments refer to elements other than ideas. */
const IDEA_HASH = /^#([\da-f-]{36})$/;
