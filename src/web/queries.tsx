import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OFFLINE_POLICY } from '#ui/lib/offline-policy.ts';

interface QueriesProps {
  /** Whoever makes them sees to their end; by default they live as long as what stands in them. */
  queries?: QueryClient;
  children: ReactNode;
}

/** What screens stand in that ask the API for more than their page has brought. */
export function Queries({ queries: given, children }: QueriesProps) {
  const [queries] = useState(() => given ?? createQueryClient());
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** What a page asks the API, and has been told. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...OFFLINE_POLICY.queries, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: OFFLINE_POLICY.mutations,
    },
  });
}
