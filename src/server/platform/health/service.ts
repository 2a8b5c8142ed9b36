import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';

/** Maximum time, in milliseconds, for the database to respond to a health check. */
const PROBE_TIMEOUT = 2000;

/** Returns the status code and body of the response to a health check. The status is 503 unless the database is up. */
export function createHealthResponse(isUp: boolean) {
  const timestamp = new Date().toISOString();
  return isUp
    ? { code: 200, body: { status: 'healthy', timestamp } }
    : {
        code: 503,
        body: { status: 'unhealthy', timestamp, error: 'The database is not responding.' },
      };
}

/**
 * Returns a function that resolves to true if the database responds within {@link PROBE_TIMEOUT}. Concurrent calls
 * share one query.
 */
export function createDatabaseProbe(queries: Queries): () => Promise<boolean> {
  const probes = new SingleFlight<boolean>();
  return () => probes.run('database', () => queryDatabase(queries));
}

async function queryDatabase(queries: Queries): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT, false);
  });
  const query = Promise.resolve(queries.execute(sql`SELECT 1`)).then(
    () => true,
    () => false,
  );
  return Promise.race([query, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Registers the health checks `/health/live` (the process responds) and `/health/ready` (the process may receive
 * traffic). Neither of them queries the database, because a process can serve cached pages while the database is down.
 * If the health checks failed in that case, a load balancer would stop sending requests to every process.
 *
 * Once `draining` is aborted, `/health/ready` responds with 503, although the process still serves other requests.
 * Later, when the server closes, Fastify itself responds to every request with 503.
 */
export function healthProbeRoutes(app: FastifyInstance, draining?: AbortSignal): void {
  const hidden = { schema: { hide: true } };
  app.get('/health/live', hidden, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/health/ready', hidden, (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return draining?.aborted
      ? reply.code(503).send({ status: 'stopping' })
      : reply.send({ status: 'ready' });
  });
}
