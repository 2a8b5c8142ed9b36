import { Outlet } from 'react-router';
import { createPageQueryClient, QueryProvider } from './query-provider.tsx';

/**
 * The browser's query client. It is kept when the reader leaves a screen, so that lists are still cached when the
 * reader returns.
 */
const browserQueryClient = createPageQueryClient();

/** Provides TanStack Query to screens that load data in addition to their payload. */
export function ScreenWithQueries() {
  // On the server, entry-server.tsx provides a query client for each page.
  if (import.meta.env.SSR) return <Outlet />;
  return (
    <QueryProvider client={browserQueryClient}>
      <Outlet />
    </QueryProvider>
  );
}
