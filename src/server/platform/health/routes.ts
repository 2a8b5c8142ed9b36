import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYLOAD_PREFIX } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createDatabaseProbe, createHealthResponse, probeRoutes } from './service.ts';

/** The page, and its payload for a reader who comes from another screen. */
const ADDRESSES = ['/health', `${PAYLOAD_PREFIX}/health`];
const METHODS = ['GET', 'HEAD'];

/**
 * `/health`: a probe that asks for JSON gets it, anyone else the page. 503 when the database does not answer. For
 * balancers, `/health/live` says that the process answers, and `/health/ready` that it may be sent readers.
 */
export function healthRoutes(app: FastifyInstance, queries: Queries): void {
  probeRoutes(app);
  const isDatabaseUp = createDatabaseProbe(queries);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    if (!ADDRESSES.includes(path) || !METHODS.includes(request.method)) return;
    const isUp = await isDatabaseUp();
    if (path !== '/health' || !prefersJson(request.headers.accept)) {
      // The page itself says that all is well.
      if (isUp) return;
      return app.sendErrorPage(request, reply, new Error('The database is not responding.'), 503);
    }
    const { code, answer } = createHealthResponse(isUp);
    return reply.code(code).header('cache-control', 'no-store').send(answer);
  });
}

function prefersJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}
