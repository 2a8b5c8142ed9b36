import { errorCodes, type FastifyInstance } from 'fastify';

/** HTTP methods of requests without a body. */
const BODYLESS_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Applies each route's `handlerTimeout` to requests with a body, because Fastify 5.12 stops its own timer for such a
 * request as soon as it has read the body. Must be called before any hook is added, so that the timeout also covers the
 * time that hooks take.
 */
export function enforceHandlerTimeouts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { handlerTimeout, url } = request.routeOptions;
    if (handlerTimeout > 0 && !BODYLESS_METHODS.has(request.method)) {
      const timer = setTimeout(() => {
        if (reply.sent) return;
        if (reply.raw.headersSent) reply.raw.destroy();
        else reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(String(handlerTimeout), url));
      }, handlerTimeout).unref();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
