import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Takes a request, or leaves it to `next`. */
export type Interposed = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (request: IncomingMessage, response: ServerResponse) => void,
) => void;

/**
 * Lets `take` see the server's requests before `app` does, and before whatever was interposed earlier. Requests by
 * `app.inject` come in past the server. Returns how to take it out again.
 */
export function wrapRequestListener(app: FastifyInstance, take: Interposed): () => void {
  const { server } = app;
  const [listener] = server.listeners('request') as [(...of: unknown[]) => void];
  const next = (request: IncomingMessage, response: ServerResponse) =>
    void listener.call(server, request, response);
  let isOut = false;
  const first = (request: IncomingMessage, response: ServerResponse) =>
    isOut ? next(request, response) : take(request, response, next);
  server.off('request', listener).on('request', first);
  return () => {
    // Others may have been interposed since.
    isOut = true;
  };
}
