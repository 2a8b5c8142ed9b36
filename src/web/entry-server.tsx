import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { PagePayload } from '#domain/page.ts';
import { payloadContext } from './pages/payloads.ts';
import { newQueries, Providers } from './providers.tsx';
import { routes } from './routes.tsx';

const handler = createStaticHandler(routes);

/** A screen as HTML, and the source module its chunk was built from. */
export interface RenderedScreen {
  html: string;
  module: string | undefined;
}

/**
 * Renders the screen of `url` (absolute) from its payload: what goes into `#root`.
 * Rejects when React does.
 */
export async function renderScreen(url: string, payload: PagePayload): Promise<RenderedScreen> {
  const requestContext = new RouterContextProvider(new Map([[payloadContext, payload]]));
  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) throw new Error(`The router answered ${context.status}.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const queries = newQueries();
  const page = (
    <Providers queries={queries}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>
  );
  try {
    const html = renderToString(page);
    return { html, module: moduleOf(context) };
  } finally {
    // What a screen keeps for an hour it would keep here too, page by page.
    queries.clear();
  }
}

function moduleOf(context: StaticHandlerContext): string | undefined {
  const { handle } = context.matches.at(-1)?.route ?? {};
  return (handle as { module?: string } | undefined)?.module;
}
