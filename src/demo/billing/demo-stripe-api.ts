import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import qs from 'qs';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { type DemoStripeApiRouteOptions, demoStripeApiRoutes } from './demo-stripe-api-routes.ts';
import { IdempotencyKeyInUseError } from './idempotency.ts';
import { CustomerNotFoundError, InvalidTransitionError } from './transitions.ts';

export interface DemoStripeApiOptions extends DemoStripeApiRouteOptions {
  /** The API key that every call must contain. */
  key: string;
}

const MAX_BODY_BYTES = 64 * 1024;
/** Stripe's error type for an invalid request. */
const INVALID_REQUEST = { type: 'invalid_request_error' } as const;
/** Stripe's error for a missing object. */
const RESOURCE_MISSING = { ...INVALID_REQUEST, code: 'resource_missing' } as const;

/**
 * Creates an application that implements the parts of Stripe's API that Octavo calls. Responses and errors have
 * Stripe's format. Octavo passes requests to the application within the process, without using the network. Tests can
 * also make the application listen on a port and call it with the real client library.
 */
export function createDemoStripeApi({ key, ...options }: DemoStripeApiOptions): FastifyInstance {
  const api = fastify({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { querystringParser: parseQuery },
  });
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseQuery(String(body))),
  );
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    return sendError(reply, 401, INVALID_REQUEST, 'Invalid API Key provided.');
  });
  api.setErrorHandler((error, _request, reply) => {
    const message = getErrorMessage(error);
    if (error instanceof CustomerNotFoundError)
      return sendError(reply, 404, { ...RESOURCE_MISSING, param: 'customer' }, message);
    if (error instanceof IdempotencyKeyInUseError)
      return sendError(reply, 409, { ...INVALID_REQUEST, code: 'idempotency_key_in_use' }, message);
    if (error instanceof InvalidTransitionError)
      return sendError(reply, 404, RESOURCE_MISSING, message);
    return sendError(reply, 500, { type: 'api_error' }, message);
  });
  demoStripeApiRoutes(api, options);
  return api;
}

function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 4, parameterLimit: 200 });
}

function sendError(
  reply: FastifyReply,
  status: number,
  error: { type: string; code?: string; param?: string },
  message: string,
): FastifyReply {
  return reply.code(status).send({ error: { ...error, message } });
}
