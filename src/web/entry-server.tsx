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
import { serverPayloadContext } from './pages/payloads.ts';
import { createPageQueryClient, QueryProvider } from './query-provider.tsx';
import { routes } from './routes.tsx';

const handler = createStaticHandler(routes);

/**
 * Renders the screen at an absolute URL from its payload. Resolves to the HTML inside `#root`, and rejects if rendering
 * fails.
 */
export async function renderScreen(url: string, payload: PagePayload): Promise<string> {
  const requestContext = new RouterContextProvider(new Map([[serverPayloadContext, payload]]));
  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) throw new Error(`The router answered ${context.status}.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const queryClient = createPageQueryClient();
  const page = (
    <QueryProvider client={queryClient}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </QueryProvider>
  );
  try {
    return renderToString(page);
  } finally {
    // If the cache were not cleared, query data would accumulate with each rendered page.
    queryClient.clear();
  }
}

/**
 * Returns the path of the source module for the screen at a URL. The build manifest uses this path as its key. Returns
 * `undefined` if no screen has that URL.
 */
export function findScreenModulePath(url: string): string | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  const { handle } = matchRoutes(routes, pathname)?.at(-1)?.route ?? {};
  return (handle as { module?: string } | undefined)?.module;
}
