import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import { isLocalOrigin, isLocalRequest } from '#server/platform/http/local-requests.ts';

/**
 * Creates a hook that restricts a demonstration to this machine unless `ALLOW_DEMO` is set, since demonstrations give
 * away paid features or let anyone in. A public origin on another host implies a proxy, even one that does not show
 * itself. `publicUrls` stay open to everyone; other requests get `renderRefusal` with 403.
 */
export function requireThisMachine(
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
