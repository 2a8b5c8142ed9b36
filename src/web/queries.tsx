import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from './lib/api.ts';

interface QueriesProps {
  /** Whoever makes them sees to their end; by default they live as long as what stands in them. */
  queries?: QueryClient;
  children: ReactNode;
}

/** What screens stand in that ask the API for more than their page has brought. */
export function Queries({ queries: given, children }: QueriesProps) {
  const [queries] = useState(() => given ?? newQueries());
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** What a page asks the API, and has been told. */
export function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...OFFLINE_POLICY.queries, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: OFFLINE_POLICY.mutations,
    },
  });
}

/**
 * What both front ends do without a connection: they send the request and report its failure at once. By default
 * TanStack Query holds a request back in silence while the browser says that it is offline.
 */
export const OFFLINE_POLICY = {
  queries: {
    networkMode: 'always',
    // `always` would turn this off.
    refetchOnReconnect: true,
    /** Retries what may have failed by chance. The server would refuse again what it has refused. */
    retry: (failures: number, error: Error) =>
      failures < 2 && onlineManager.isOnline() && !(error instanceof ApiError),
  },
  mutations: { networkMode: 'always' },
} as const;
