import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Queries } from './platform/db/database.ts';
import {
  createDatabaseProbe,
  createHealthResponse,
  healthProbeRoutes,
} from './platform/health/service.ts';
import { metricsRoutes } from './platform/http/metrics.ts';
import { createSlowRequestTimeouts } from './platform/http/slow-request-timeouts.ts';

export interface WorkerProbeAppComponents {
  queries: Queries;
  log: Logger;
  registry: Registry;
  /** The bearer token that allows other machines to read `/metrics`. */
  metricsToken: string | undefined;
}

/** Builds the Fastify application of a worker process, which serves only health checks and metrics. */
export function buildWorkerProbeApp({
  queries,
  log,
  registry,
  metricsToken,
}: WorkerProbeAppComponents): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    ...createSlowRequestTimeouts(),
  }) as unknown as FastifyInstance;
  metricsRoutes(app, registry, metricsToken);
  healthProbeRoutes(app);
  const isDatabaseUp = createDatabaseProbe(queries);
  app.get('/health', async (_request, reply) => {
    const { code, body } = createHealthResponse(await isDatabaseUp());
    return reply.code(code).header('cache-control', 'no-store').send(body);
  });
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .send({ error: 'This process runs background jobs only. Other processes serve pages.' }),
  );
  return app;
}
