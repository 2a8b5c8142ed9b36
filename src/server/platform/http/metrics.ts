import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** A registry with the process's own measurements. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** `GET /metrics` in Prometheus' format, for this machine only: through a proxy there is nothing here. */
export function metricsRoutes(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isLocal = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
    if (!isLocal || request.headers['x-forwarded-for']) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
