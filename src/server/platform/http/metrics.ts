import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { hashToken } from '#server/platform/tokens.ts';
import { isLocalRequest } from './local-requests.ts';

/** Creates a Prometheus registry with the default metrics of the process. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * Registers `GET /metrics` in Prometheus format. Only clients on this machine, and clients that send `token` as a
 * bearer token, may read it.
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
 * Returns true if a request has the bearer token. Compares hashes, so that response times reveal nothing about the
 * token.
 */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token || !given) return false;
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
}
