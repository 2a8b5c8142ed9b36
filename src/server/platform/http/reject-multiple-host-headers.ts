import type { FastifyInstance } from 'fastify';
import { wrapRequestListener } from '../load/wrap-request-listener.ts';

/**
 * Responds with 400 to a request with more than one `Host` header, and closes its connection (RFC 9112, 3.2). Node uses
 * the first `Host` header. A proxy that used the last one could cache a response under the wrong host.
 */
export function rejectMultipleHostHeaders(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  wrapRequestListener(app, (request, response, next) => {
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
    if (names.filter((name) => name.toLowerCase() === 'host').length < 2)
      return next(request, response);
    response.shouldKeepAlive = false;
    response
      .writeHead(400, { ...headers, 'cache-control': 'no-store', 'content-type': 'text/plain' })
      .end('A request must have exactly one Host header.');
  });
}
