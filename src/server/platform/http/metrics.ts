import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { isThisMachine } from './this-machine.ts';

/** A registry with the process's own measurements. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** `GET /metrics` in Prometheus' format, for this machine only. */
export function metricsRoutes(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isThisMachine(request))
      return reply
        .code(403)
        .send({ error: 'Only the machine Octavo runs on is told, and directly.' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
