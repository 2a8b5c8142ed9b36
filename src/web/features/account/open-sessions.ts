import { type QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError, sendDelete, sendGet } from '#ui/lib/api.ts';
import { useReader } from '#web/reader/session.ts';

/** A session in which the reader is signed in, on this or another device. */
export interface OpenSession {
  id: string;
  userAgent: string;
  /**
   * The time of the session's last use, in ISO 8601. It may be out of date by up to an hour, because the server does
   * not update it with every request.
   */
  lastSeenAt: string;
  /** True for the session in this browser. */
  isCurrent: boolean;
}

/**
 * Loads the sessions in which the reader is signed in. The current session comes first, followed by the others, most
 * recently used first.
 */
export function useOpenSessions() {
  const reader = useReader()?.id ?? '';
  const { data, isError, refetch } = useQuery({
    queryKey: createQueryKey(reader),
    queryFn: ({ signal }) => sendGet<{ sessions: OpenSession[] }>('/user/sessions', {}, signal),
    select: ({ sessions }) =>
      [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    enabled: reader !== '',
  });
  return { reader, sessions: reader ? data : undefined, isError, refetch };
}

/** Ends a session. Succeeds if the session has already ended. */
export async function endOpenSession(id: string): Promise<void> {
  try {
    await sendDelete(`/user/sessions/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Removes an ended session from the cached list. */
export function removeCachedSession(queryClient: QueryClient, reader: string, id: string): void {
  queryClient.setQueryData<{ sessions: OpenSession[] }>(
    createQueryKey(reader),
    (cached) => cached && { sessions: cached.sessions.filter((session) => session.id !== id) },
  );
}

const createQueryKey = (reader: string) => ['open-sessions', reader] as const;
