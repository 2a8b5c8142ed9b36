import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OFFLINE_QUERY_OPTIONS } from '#ui/lib/offline-query-options.ts';

interface QueryProviderProps {
  /** The query client. By default, the component creates a client and keeps it as long as it is mounted. */
  client?: QueryClient;
  children: ReactNode;
}

/** Provides a query client to screens that load data in addition to their payload. */
export function QueryProvider({ client: providedClient, children }: QueryProviderProps) {
  const [client] = useState(() => providedClient ?? createPageQueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Creates the query client for one page. */
export function createPageQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...OFFLINE_QUERY_OPTIONS.queries, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: OFFLINE_QUERY_OPTIONS.mutations,
    },
  });
}
