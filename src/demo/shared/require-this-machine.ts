import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import { isOwnOrigin, isThisMachine } from '#server/platform/http/this-machine.ts';

/**
 * A demonstration gives away what costs something or lets anyone in: it is open on this machine only, unless `ALLOW_DEMO`
 * says otherwise. Where the public address is not this machine's, a proxy must be there, whether it shows itself or not.
 * A hook for its routes: of those in `openToAll` everybody may ask, and to others `page` is shown.
 */
export function requireThisMachine(
  { ALLOW_DEMO, ORIGIN }: Config,
  renderRefusal: () => string,
  publicUrls: ReadonlySet<string> = new Set(),
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (ALLOW_DEMO || (isOwnOrigin(ORIGIN) && isThisMachine(request))) return;
    if (publicUrls.has(request.routeOptions.url ?? '')) return;
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderRefusal());
  };
}
