import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { hashOf } from '#server/platform/tokens.ts';
import { isThisMachine } from './this-machine.ts';

/** A registry with the process's own measurements. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * `GET /metrics` in Prometheus' format: for this machine, and for whoever sends the `token` as a bearer token, where one
 * is configured.
 */
export function metricsRoutes(
  app: FastifyInstance,
  registry: Registry,
  token: string | undefined,
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isThisMachine(request) && !bears(request, token))
      return reply.code(403).send({
        error: 'Metrics are for the machine Octavo runs on, or for the bearer of METRICS_TOKEN.',
      });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Whether a request comes with the token. Hashes are compared: how long that takes says nothing of the token. */
function bears({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token || !given) return false;
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
}
