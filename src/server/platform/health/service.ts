import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';

/** Milliseconds the database has to answer a probe. */
const PROBE_TIMEOUT = 2000;

/** What a probe is answered with, and the status: 503 when the database does not answer. */
export function createHealthResponse(isUp: boolean) {
  const timestamp = new Date().toISOString();
  return isUp
    ? { code: 200, answer: { status: 'healthy', timestamp } }
    : {
        code: 503,
        answer: { status: 'unhealthy', timestamp, error: 'The database is not responding.' },
      };
}

/** Returns a probe that tells whether the database answers within {@link PROBE_TIMEOUT}. Concurrent calls share one query. */
export function createDatabaseProbe(queries: Queries): () => Promise<boolean> {
  const probes = new SingleFlight<boolean>();
  return () => probes.run('database', () => queryDatabase(queries));
}

async function queryDatabase(queries: Queries): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT, false);
  });
  const asked = Promise.resolve(queries.execute(sql`SELECT 1`)).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}

/**
 * `/health/live` says that the process answers, `/health/ready` that it may be sent readers. Neither asks the database: without it, pages that have been made go on being served, and a balancer that took every
 * process away for it would end that too. A process that stops answers everything with 503: that is Fastify's doing.
 */
export function probeRoutes(app: FastifyInstance): void {
  for (const [path, status] of [
    ['live', 'alive'],
    ['ready', 'ready'],
  ])
    app.get(`/health/${path}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status }),
    );
}
