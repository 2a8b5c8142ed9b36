import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYLOAD_PREFIX } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** Milliseconds the database has to answer a probe. */
const PATIENCE = 2000;

/** The page, and its payload for a reader who comes from another screen. */
const ADDRESSES = ['/health', `${PAYLOAD_PREFIX}/health`];
const METHODS = ['GET', 'HEAD'];

/**
 * `/health`: a probe that asks for JSON gets it, anyone else the page. 503 when the database does not answer. For
 * balancers, `/health/live` says that the process answers, and `/health/ready` that it may be sent readers.
 */
export function healthRoutes(app: FastifyInstance, queries: Queries): void {
  probeRoutes(app);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    if (!ADDRESSES.includes(path) || !METHODS.includes(request.method)) return;
    const isUp = await answers(queries);
    if (path !== '/health' || !prefersJson(request.headers.accept)) {
      // The page itself says that all is well.
      if (isUp) return;
      return app.sendErrorPage(request, reply, new Error('The database does not answer.'), 503);
    }
    const timestamp = new Date().toISOString();
    reply.header('cache-control', 'no-store');
    return isUp
      ? reply.send({ status: 'healthy', timestamp })
      : reply
          .code(503)
          .send({ status: 'unhealthy', timestamp, error: 'The database does not answer.' });
  });
}

/**
 * Neither asks the database: without it, pages that have been made go on being served, and a balancer that took every
 * process away for it would end that too. A process that stops answers everything with 503: that is Fastify's doing.
 */
function probeRoutes(app: FastifyInstance): void {
  for (const [path, status] of [
    ['live', 'alive'],
    ['ready', 'ready'],
  ])
    app.get(`/health/${path}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status }),
    );
}

function prefersJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Whether the database answers a query within {@link PATIENCE}. */
async function answers(queries: Queries): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false);
  });
  const asked = Promise.resolve(queries.execute(sql`SELECT 1`)).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}
