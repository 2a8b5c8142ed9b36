import { Outlet } from 'react-router';
import { createQueryClient, Queries } from './queries.tsx';

/** Outlives the screens, so that a list is still cached when its reader returns. */
const queriesOfBrowser = createQueryClient();

/** Provides TanStack Query to the screens that load more than their payload. */
export function QueryScreen() {
  // On the server, entry-server.tsx provides a query client for each page.
  if (import.meta.env.SSR) return <Outlet />;
  return (
    <Queries queries={queriesOfBrowser}>
      <Outlet />
    </Queries>
  );
}
