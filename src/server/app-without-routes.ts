import cookie from '@fastify/cookie';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { v7 as newId } from 'uuid';
import { getAdNetworkSettings } from './membership/ads/network.ts';
import type { WebBuild } from './pages/web-build.ts';
import type { Config } from './platform/config.ts';
import type { ErrorRecorder } from './platform/errors/error-recorder.ts';
import { type Certificate, reloadCertificateOnChange } from './platform/http/certificate.ts';
import {
  registerErrorHandlers,
  rejectNulInPathParameters,
  sendNotFoundForInvalidUrl,
} from './platform/http/errors.ts';
import { enforceHandlerTimeouts } from './platform/http/handler-timeouts.ts';
import { createTlsServerFactory, omitConnectionHeader } from './platform/http/http2.ts';
import {
  type AddRateLimitsOptions,
  addRateLimits,
  type CountAction,
} from './platform/http/rate-limits.ts';
import { rejectMultipleHostHeaders } from './platform/http/reject-multiple-host-headers.ts';
import { createRequestMetrics } from './platform/http/request-metrics.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { serializerCompilerIgnoringLimits } from './platform/http/serializer-compiler.ts';
import { createSlowRequestTimeouts } from './platform/http/slow-request-timeouts.ts';
import { validatorCompilerWithPlainMessages } from './platform/http/validation-messages.ts';
import {
  type CachedResponseFinder,
  serveFromCache,
} from './platform/http-cache/serve-from-cache.ts';
import { createClientIpResolver } from './platform/load/client-ips.ts';
import { limitHttp2Streams } from './platform/load/http2-streams.ts';
import { IdleConnectionLimiter } from './platform/load/idle-connections.ts';
import type { OverloadResponse } from './platform/load/load-shedding.ts';
import { limitConcurrentRequests } from './platform/load/load-shedding.ts';
import { queuePipelinedRequests } from './platform/load/pipelining.ts';
import { limitTlsHandshakes } from './platform/load/tls-handshakes.ts';
import { limitUnsentBytes } from './platform/load/unsent-bytes.ts';
import { requestIdStorage } from './platform/log.ts';

export interface AppWithoutRoutesOptions {
  config: Config;
  web: Pick<WebBuild, 'isDevelopment' | 'middleware'>;
  log: Logger;
  registry: Registry;
  errorRecorder: Pick<ErrorRecorder, 'record' | 'settled'>;
  certificate: Certificate | undefined;
  limits: AddRateLimitsOptions['limits'];
  redisTimeout: AddRateLimitsOptions['redisTimeout'];
  /** Milliseconds after which a request times out and the client gets a 503 response. */
  handlerTimeout: number;
  /** Returns the response to send if the server rejects a request for `url` because of overload. */
  getOverloadResponse: (url: string) => OverloadResponse;
}

export interface AppWithoutRoutes {
  app: FastifyInstance;
  /** The headers that every response contains. */
  headers: Readonly<Record<string, string>>;
  count: CountAction;
  /**
   * Adds steps that run before Fastify handles a request. They measure the request, enforce the limits on its
   * connection, check its `Host` header, and send a cached response if one of `caches` contains it. Call this method
   * after the routes have been registered.
   */
  interceptRequests(caches: readonly CachedResponseFinder[]): void;
}

/** Maximum size of a request body in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Creates a Fastify application without routes. Configures its server, its limits, its error responses, and the headers
 * of all responses.
 */
export async function createAppWithoutRoutes({
  config,
  web,
  log,
  registry,
  errorRecorder,
  certificate,
  limits,
  redisTimeout,
  handlerTimeout,
  getOverloadResponse,
}: AppWithoutRoutesOptions): Promise<AppWithoutRoutes> {
  const timeouts = createSlowRequestTimeouts();
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // No child loggers are created for requests, because the logger already adds the ID of the current request to every
    // line.
    childLoggerFactory: (logger) => logger,
    genReqId: () => newId(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.TRUST_PROXY ?? false,
    forceCloseConnections: 'idle',
    ...timeouts,
    ...(certificate && { serverFactory: createTlsServerFactory(certificate, timeouts.http) }),
    handlerTimeout,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => toPath(url),
    frameworkErrors: (_error, request, reply) =>
      sendNotFoundForInvalidUrl(app, request, reply, headers),
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompilerWithPlainMessages);
  app.setSerializerCompiler(serializerCompilerIgnoringLimits);
  app.decorate('emitsCacheTags', config.CDN_PURGE_URL !== undefined);
  if (certificate) {
    omitConnectionHeader(app);
    reloadCertificateOnChange(app, config);
  }
  enterRequestContext(app);
  enforceHandlerTimeouts(app);
  const { middleware } = web;
  if (middleware)
    app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done));
  app.addHook('onClose', () => errorRecorder.settled());
  registerErrorHandlers(app, (error, path) => errorRecorder.record('server', error, path));
  const adNetwork = getAdNetworkSettings(config);
  const headers = await addSecurityHeaders(app, config, {
    isDevelopment: web.isDevelopment,
    frames: adNetwork && (adNetwork.origin ?? "'self'"),
  });
  const callers = createClientIpResolver(config.TRUST_PROXY);
  limitConcurrentRequests(app, { registry, callers, headers, getOverloadResponse });
  limitUnsentBytes(app, callers);
  rejectNulInPathParameters(app);
  const requestMetrics = createRequestMetrics(registry);
  const count = await addRateLimits(app, { redisUrl: config.REDIS_URL, limits, redisTimeout });
  await app.register(cookie);
  return {
    app,
    headers,
    count,
    // These steps run before Fastify handles a request. The step that is added last runs first, so the steps are added
    // in reverse order.
    interceptRequests(caches) {
      const { ORIGIN: origin } = config;
      serveFromCache(app, caches, { headers, origin, onSent: requestMetrics.markCached });
      rejectMultipleHostHeaders(app, headers);
      const idleConnections = new IdleConnectionLimiter(app, callers);
      queuePipelinedRequests(app, idleConnections);
      if (certificate) {
        limitHttp2Streams(app, callers, idleConnections, {
          maxBodyDuration: timeouts.requestTimeout,
        });
        limitTlsHandshakes(app, callers);
      }
      requestMetrics.measure(app);
    },
  };
}

/**
 * Runs the handlers of each request in the async context {@link requestIdStorage}. Two hooks enter the context, because
 * Node.js loses the context while it receives the request body and while the request waits in a queue.
 */
function enterRequestContext(app: FastifyInstance): void {
  const enter = ({ id }: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    requestIdStorage.run({ reqId: id }, done);
  app.addHook('onRequest', enter);
  app.addHook('preHandler', enter);
}

/**
 * Returns the path and query of a request target. The target is usually a path. It can also be a complete URL, which
 * proxies send, or `*`, as in `OPTIONS *` (RFC 9112, 3.2).
 */
function toPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
