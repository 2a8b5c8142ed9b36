import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from './lib/api.ts';

interface ProvidersProps {
  /** Whoever makes them sees to their end; by default they live as long as the page. */
  queries?: QueryClient;
  children: ReactNode;
}

/** What every screen stands in, on the server and in the browser. */
export function Providers({ queries: given, children }: ProvidersProps) {
  const [queries] = useState(() => given ?? newQueries());
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** What a page asks the API, and has been told. */
export function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // What the server refused, it refuses again.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
      },
    },
  });
}
