import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYLOAD_PATH_PREFIX } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createDatabaseProbe, createHealthResponse, healthProbeRoutes } from './service.ts';

/**
 * Paths of the health page and its JSON payload. When a reader navigates to the health page from another of Octavo's
 * pages, the browser loads only the payload.
 */
const PATHS = ['/health', `${PAYLOAD_PATH_PREFIX}/health`];
const METHODS = ['GET', 'HEAD'];

/**
 * Handles requests for `/health`. Clients that prefer JSON get JSON, and browsers get the health page. The status is
 * 503 if the database does not respond. Also registers the {@link healthProbeRoutes} for load balancers.
 */
export function healthRoutes(app: FastifyInstance, queries: Queries, draining?: AbortSignal): void {
  healthProbeRoutes(app, draining);
  const isDatabaseUp = createDatabaseProbe(queries);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    if (!PATHS.includes(path) || !METHODS.includes(request.method)) return;
    const isUp = await isDatabaseUp();
    if (path !== '/health' || !prefersJson(request.headers.accept)) {
      // If the database responds, leaves the request to the page routes, which render the health page.
      if (isUp) return;
      return app.sendErrorPage(request, reply, new Error('The database is not responding.'), 503);
    }
    const { code, body } = createHealthResponse(isUp);
    return reply.code(code).header('cache-control', 'no-store').send(body);
  });
}

function prefersJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}
