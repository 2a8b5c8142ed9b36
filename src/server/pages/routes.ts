import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRedirect, SignInProvider } from '#domain/page.ts';
import { articleMarkdownPath } from '#domain/paths.ts';
import { getScreen, hasPathParameters } from '#domain/screens.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { acceptsMarkdown } from '#server/platform/http/accepts-markdown.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import {
  type CachedResponse,
  PRIVATE_CACHE_CONTROL,
  PUBLIC_CACHE_CONTROL,
} from '#server/platform/http-cache/cached-response.ts';
import { sendCachedResponse } from '#server/platform/http-cache/serve-from-cache.ts';
import { Stopwatch } from '#server/platform/http-cache/stopwatch.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { createCachedPageResponse, type PageRenderSettings } from './page-response.ts';
import {
  type PageRepresentation,
  type PageUrl,
  parsePageRequest,
  parsePageUrl,
} from './page-url.ts';
import { resolvePersonalPage } from './personal-pages.ts';
import type { PublicPageCache } from './public-page-cache.ts';
import { createErrorPayload, createRedirect, type Redirect } from './resolution.ts';

export interface PageRouteOptions extends PageRenderSettings {
  queries: Queries;
  pages: PublicPageCache;
  errorRecorder: ErrorRecorder;
  sessions: Sessions;
  /** The identity providers that readers can sign in with. */
  providers: readonly SignInProvider[];
  /** True if responses have the `Server-Timing` header. False in production. */
  sendsServerTiming: boolean;
  /**
   * A function that counts a request toward the rate limits. It is called only for requests that render a public page.
   */
  count: CountAction;
}

/**
 * Registers the routes of all pages. A page can be requested as an HTML document or as JSON data
 * (see {@link parsePageRequest}).
 */
export function pageRoutes(app: FastifyInstance, options: PageRouteOptions): void {
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // An API URL that reaches this route does not exist, because every existing API URL has a route of its own. The
    // response is a 404 error in JSON instead of a page.
    if (/^\/api(\/|$)/.test(getPath(request.url))) return reply.callNotFound();
    return sendPage(options, request, reply);
  });
  decorateWithErrorPages(app, options);
}

async function sendPage(
  options: PageRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stopwatch = new Stopwatch();
  const { representation, target } = parsePageRequest(request.url);
  const parsed = parsePageUrl(target);
  const { url, redirectTo } = parsed ?? {};
  // A page with path parameters is looked up before its URL is redirected. Otherwise, clients could be redirected
  // twice, or to a page that does not exist.
  if (redirectTo && !hasPathParameters(getScreen(url!.screen)))
    return sendRedirect(reply, createRedirect(redirectTo), representation);
  if (
    url?.screen === 'article' &&
    representation === 'document' &&
    acceptsMarkdown(request.headers)
  )
    return redirectToMarkdown(reply, url.path);
  const response = url
    ? await findPage(options, request, reply, url, stopwatch)
    : await options.pages.getNotFound();
  if (!('etag' in response))
    return sendRedirect(reply, keepQuery(response, target), representation);
  if (redirectTo && response.status === 200)
    return sendRedirect(reply, createRedirect(redirectTo), representation);
  return sendCachedResponse(request, reply, response, representation, {
    // The payload contains the status of its page. The status of the response itself is 200, because the request for
    // the payload has succeeded.
    ...(representation === 'payload' ? { status: 200 } : {}),
    ...(options.sendsServerTiming ? { stopwatch } : {}),
  });
}

/**
 * Redirects a client that accepts Markdown to the Markdown version of an article. Caches must not store the redirect.
 * Otherwise, cached pages would have to vary by the `Accept` header too.
 */
function redirectToMarkdown(reply: FastifyReply, path: string): FastifyReply {
  reply.header('cache-control', 'private, no-store').header('vary', 'accept');
  return reply.redirect(articleMarkdownPath(path), 302);
}

/** Returns the reader's personal page if the screen has one. Otherwise returns the public page. */
async function findPage(
  options: PageRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  url: PageUrl,
  stopwatch: Stopwatch,
): Promise<CachedResponse | Redirect> {
  const { queries, pages, sessions, providers, count } = options;
  const { isPersonal } = getScreen(url.screen);
  const session = isPersonal && (await sessions.findForPage(request, reply));
  // Signed-out visitors are redirected to the URL without query parameters, because the parameters of personal lists
  // have no effect for them.
  if (isPersonal && !session && url.search.size) return createRedirect(url.path, false);
  if (!session) {
    const cached = pages.getCached(url.key);
    if (cached) return cached;
    await count(isSearch(url) ? 'search' : 'uncachedResponse', request);
    return pages.getOrRender(url, stopwatch);
  }
  const provider = providers.find(({ id }) => id === session.provider)?.label;
  const resolution = await resolvePersonalPage(queries, url, {
    user: session.user,
    provider,
  });
  stopwatch.lap('queries');
  if (resolution?.kind === 'redirect') return resolution;
  if (resolution?.kind !== 'page') throw new Error(`${url.path} has no personal page.`);
  const traits = { keys: [], audience: 'private' } as const;
  return createCachedPageResponse(options, url.key, resolution.payload, traits);
}

/** Returns true if the page shows search results. */
function isSearch({ screen, search }: PageUrl): boolean {
  return screen === 'articles' && search.has('q');
}

/** Decorates the application with methods that send error pages. */
function decorateWithErrorPages(app: FastifyInstance, options: PageRouteOptions): void {
  const { pages, errorRecorder } = options;
  app.decorate('sendNotFoundPage', async (request: FastifyRequest, reply: FastifyReply) => {
    const { representation } = parsePageRequest(request.url);
    const status = representation === 'payload' ? { status: 200 } : {};
    return sendCachedResponse(request, reply, await pages.getNotFound(), representation, status);
  });
  app.decorate(
    'sendBusyPage',
    async (request: FastifyRequest, reply: FastifyReply, status: 429 | 503) =>
      sendCachedResponse(
        request,
        reply,
        await pages.getBusy(),
        parsePageRequest(request.url).representation,
        { status },
      ),
  );
  app.decorate(
    'sendErrorPage',
    async (request: FastifyRequest, reply: FastifyReply, error: unknown, status = 500) => {
      const errorId = errorRecorder.record('server', error, getPath(request.url));
      const payload = createErrorPayload(errorId, new Date().toISOString());
      const traits = { keys: [], audience: 'private' } as const;
      const response = createCachedPageResponse(options, '/error', payload, traits);
      return sendCachedResponse(
        request,
        reply,
        response,
        parsePageRequest(request.url).representation,
        { status },
      );
    },
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Records an error, and sends the error page with the error's ID. The default status is 500. */
    sendErrorPage(
      request: FastifyRequest,
      reply: FastifyReply,
      error: unknown,
      status?: 500 | 503,
    ): Promise<FastifyReply>;
    /** Sends the page for requests that are rejected because of a rate limit or because the server is overloaded. */
    sendBusyPage(
      request: FastifyRequest,
      reply: FastifyReply,
      status: 429 | 503,
    ): Promise<FastifyReply>;
    /** Sends the not-found page. */
    sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  }
}

/** Adds the query of the request to a permanent redirect. Returns a temporary redirect unchanged. */
function keepQuery(redirect: Redirect, target: string): Redirect {
  const queryStart = target.indexOf('?');
  if (!redirect.permanent || queryStart < 0 || redirect.to.includes('?')) return redirect;
  return { ...redirect, to: redirect.to + target.slice(queryStart) };
}

function sendRedirect(
  reply: FastifyReply,
  { to, permanent }: Redirect,
  representation: PageRepresentation,
) {
  reply.header('cache-control', permanent ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL);
  if (representation === 'document') return reply.redirect(to, permanent ? 301 : 302);
  return reply.send({ redirect: to } satisfies PageRedirect);
}

function getPath(url: string): string {
  return url.split('?', 1)[0]!;
}
