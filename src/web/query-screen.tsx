import { Outlet } from 'react-router';
import { createQueryClient, Queries } from './queries.tsx';

/**
 * The query client of the browser. It outlives the screens, so that a list is still cached when the reader returns to
 * it.
 */
const queriesOfBrowser = createQueryClient();

/** Provides TanStack Query to screens that load data in addition to their payload. */
export function QueryScreen() {
  // On the server, entry-server.tsx provides a query client for each page.
  if (import.meta.env.SSR) return <Outlet />;
  return (
    <Queries queries={queriesOfBrowser}>
      <Outlet />
    </Queries>
  );
}
