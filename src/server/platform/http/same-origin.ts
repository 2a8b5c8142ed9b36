import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ForbiddenError } from '#server/platform/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a browser send: unsafe methods whose `Origin` or `Sec-Fetch-Site` is not
 * ours. Every browser of today sends one of them; who sends neither is no browser, and carries nobody's cookies.
 */
export function requireSameOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (!SAFE.has(method) && !isSameOriginRequest(headers, origin))
      throw new ForbiddenError('This API only accepts requests from Octavo’s own pages.');
  });
}

/** Whether a request's headers say that a page of ours makes it, or nothing of whose page does. */
export function isSameOriginRequest(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return (
    (site === undefined || site === 'same-origin') &&
    (headers.origin === undefined || headers.origin === origin)
  );
}

/**
 * Whether a request is a navigation the reader made on a page of ours: no prefetch, no image, no other
 * site's link. Browsers without fetch metadata are judged by the referrer.
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
