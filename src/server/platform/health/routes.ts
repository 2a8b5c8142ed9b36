import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYLOAD_PREFIX } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createDatabaseProbe, createHealthResponse, probeRoutes } from './service.ts';

/**
 * Paths of the health page and of its payload. The browser loads the payload when a reader navigates to the page from
 * another page.
 */
const PATHS = ['/health', `${PAYLOAD_PREFIX}/health`];
const METHODS = ['GET', 'HEAD'];

/**
 * Handles `/health`. Clients that prefer JSON get JSON, and browsers get the page. The status is 503 if the database
 * does not respond. Also registers the probes of `probeRoutes` for load balancers.
 */
export function healthRoutes(app: FastifyInstance, queries: Queries, draining?: AbortSignal): void {
  probeRoutes(app, draining);
  const isDatabaseUp = createDatabaseProbe(queries);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    if (!PATHS.includes(path) || !METHODS.includes(request.method)) return;
    const isUp = await isDatabaseUp();
    if (path !== '/health' || !prefersJson(request.headers.accept)) {
      // If the database responds, the regular page handler renders the page.
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
