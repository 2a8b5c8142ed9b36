import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ForbiddenError } from '#server/platform/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Registers a hook that prevents cross-site request forgery. It rejects requests with an unsafe method whose `Origin`
 * or `Sec-Fetch-Site` header indicates another origin. Every current browser sends at least one of these headers. A
 * client that sends neither is not a browser, so it does not have a reader's cookies.
 */
export function requireSameOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (!SAFE_METHODS.has(method) && !isSameOriginRequest(headers, origin))
      throw new ForbiddenError('This API only accepts requests from Octavo’s own pages.');
  });
}

/** Returns true if a request's headers indicate Octavo's own origin, or no origin at all. */
export function isSameOriginRequest(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return (
    (site === undefined || site === 'same-origin') &&
    (headers.origin === undefined || headers.origin === origin)
  );
}

/**
 * Returns true if a request is a navigation from one of Octavo's own pages. Returns false for prefetches, for images,
 * and for links on other sites. If the browser sends no fetch metadata headers, the referrer decides.
 */
export function isSameOriginNavigation({ headers }: FastifyRequest, origin: string): boolean {
  if (headers['sec-purpose'] || headers.purpose) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined) return headers.referer?.startsWith(`${origin}/`) ?? false;
  return (
    site === 'same-origin' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}
