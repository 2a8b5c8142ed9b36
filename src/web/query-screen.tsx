import { Outlet } from 'react-router';
import { createQueryClient, Queries } from './queries.tsx';

/** Readers come back to a list: what it was told outlives it. */
const queriesOfBrowser = createQueryClient();

/** What a screen stands in, in the route table, that asks the API for more than its page has brought. */
export function QueryScreen() {
  // On the server each page has its own queries, all around it (entry-server.tsx).
  if (import.meta.env.SSR) return <Outlet />;
  return (
    <Queries queries={queriesOfBrowser}>
      <Outlet />
    </Queries>
  );
}
