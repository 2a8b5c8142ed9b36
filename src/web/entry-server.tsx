import '#ui/styles.ts';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import type { PagePayload } from '#domain/page.ts';
import { payloadContext } from './pages/payloads.ts';
import { createQueryClient, Queries } from './queries.tsx';
import { routes } from './routes.tsx';

const handler = createStaticHandler(routes);

/**
 * Renders the screen of `url` (absolute) from its payload: the content of `#root`.
 * Rejects when React does.
 */
export async function renderScreen(url: string, payload: PagePayload): Promise<string> {
  const requestContext = new RouterContextProvider(new Map([[payloadContext, payload]]));
  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) throw new Error(`The router answered ${context.status}.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const queries = createQueryClient();
  const page = (
    <Queries queries={queries}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Queries>
  );
  try {
    return renderToString(page);
  } finally {
    // Query data would otherwise accumulate, page by page.
    queries.clear();
  }
}

/** Returns the source module of the screen at a URL, for the build manifest; `undefined` if it has none. */
export function routeModuleOf(address: string): string | undefined {
  const { pathname } = new URL(address, 'http://localhost');
  const { handle } = matchRoutes(routes, pathname)?.at(-1)?.route ?? {};
  return (handle as { module?: string } | undefined)?.module;
}
