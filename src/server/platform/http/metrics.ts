import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { isLocalRequest } from './local-requests.ts';

/**
 * Creates a Prometheus registry with default process metrics, such as memory use and event loop lag, and with metrics
 * about the process's database connections.
 */
export function createMetricsRegistry({
  countConnections,
}: Pick<Database, 'countConnections'>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'octavo_database_connections',
    help: 'Open connections of this process to the primary database, by state: busy or idle.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { busy, idle } = countConnections();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'octavo_database_queries_waiting',
    help: 'Queries and transactions of this process that wait for a free database connection.',
    registers: [registry],
    collect() {
      this.set(countConnections().waiting);
    },
  });
  return registry;
}

/**
 * Registers `GET /metrics` in Prometheus format. Only clients on this machine, and clients that send `token` as a
 * bearer token, may read the metrics.
 */
export function metricsRoutes(
  app: FastifyInstance,
  registry: Registry,
  token: string | undefined,
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isLocalRequest(request) && !hasToken(request, token))
      return reply.code(403).send({
        error: 'Metrics are available from this machine, or with METRICS_TOKEN as a bearer token.',
      });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Returns true if a request has the bearer token. Compares the tokens' hashes in constant time, so that response times
 * reveal nothing about the token.
 */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, sentToken] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token || !sentToken) return false;
  return timingSafeEqual(Buffer.from(hashToken(sentToken)), Buffer.from(hashToken(token)));
}
