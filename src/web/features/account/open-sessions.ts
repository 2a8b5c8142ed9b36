import { type QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError, get, remove } from '#ui/lib/api.ts';
import { useReader } from '#web/reader/session.ts';

/** A browser somebody is signed in with. */
export interface OpenSession {
  id: string;
  userAgent: string;
  /** ISO 8601, to the hour: not every request is noted. */
  lastSeenAt: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** Where the reader is signed in: here first, then by last use. `undefined` until that is known. */
export function useOpenSessions() {
  const reader = useReader()?.id ?? '';
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(reader),
    queryFn: ({ signal }) => get<{ sessions: OpenSession[] }>('/user/sessions', {}, signal),
    select: ({ sessions }) =>
      [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
    enabled: reader !== '',
  });
  return { reader, sessions: reader ? data : undefined, isError, refetch };
}

/** Ends a session. One that has ended already is none the worse for it. */
export async function endOpenSession(id: string): Promise<void> {
  try {
    await remove(`/user/sessions/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Takes a session that has ended out of what is shown. */
export function removeFromCache(queries: QueryClient, reader: string, id: string): void {
  queries.setQueryData<{ sessions: OpenSession[] }>(
    keyOf(reader),
    (held) => held && { sessions: held.sessions.filter((session) => session.id !== id) },
  );
}

const keyOf = (reader: string) => ['open-sessions', reader] as const;
