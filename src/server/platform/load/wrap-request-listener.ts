import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A function that handles a request itself, or passes it on by calling `next`. */
export type RequestInterceptor = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (request: IncomingMessage, response: ServerResponse) => void,
) => void;

/**
 * Passes each request to `handle` first, before `app` and before all listeners that were added earlier with this
 * function. Requests that are sent with `app.inject` bypass `handle`. Returns a function that removes `handle`.
 */
export function wrapRequestListener(app: FastifyInstance, handle: RequestInterceptor): () => void {
  const { server } = app;
  const [listener] = server.listeners('request') as [(...parameters: unknown[]) => void];
  const next = (request: IncomingMessage, response: ServerResponse) =>
    void listener.call(server, request, response);
  let isRemoved = false;
  const intercept = (request: IncomingMessage, response: ServerResponse) =>
    isRemoved ? next(request, response) : handle(request, response, next);
  server.off('request', listener).on('request', intercept);
  return () => {
    // Only disables the listener instead of removing it, because another listener may have wrapped it.
    isRemoved = true;
  };
}
