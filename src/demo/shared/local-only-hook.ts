import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import { isLocalOrigin, isLocalRequest } from '#server/platform/http/local-requests.ts';

/**
 * Creates a hook that rejects requests from other machines and through proxies, because demos give away paid features
 * or let anyone sign in. If the setting `ALLOW_DEMO` is on, the hook accepts all requests. If the public origin
 * (`ORIGIN`) is on another host, the hook rejects all requests, because they come through a proxy. The hook always
 * accepts requests for `publicUrls`. A rejected request gets a 403 response with the page from `renderRefusal`.
 */
export function createLocalOnlyHook(
  { ALLOW_DEMO, ORIGIN }: Config,
  renderRefusal: () => string,
  publicUrls: ReadonlySet<string> = new Set(),
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (ALLOW_DEMO || (isLocalOrigin(ORIGIN) && isLocalRequest(request))) return;
    if (publicUrls.has(request.routeOptions.url ?? '')) return;
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderRefusal());
  };
}
