import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { TooManyError } from '#server/platform/errors.ts';

/** Attempts per IP address, enough for a school behind one. Each attempt calls the provider. */
const ATTEMPTS_PER_MINUTE = 240;

/**
 * Limits the requests of one IP address to a route. Beyond the limit it responds with `sendBusy`, since sign-in
 * consists of navigations, which must not end on JSON. Both responses have a `retry-after` header.
 */
export function limitSignInRate(
  sendBusy: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  perMinute = ATTEMPTS_PER_MINUTE,
): Pick<RouteShorthandOptions, 'config' | 'errorHandler'> {
  return {
    config: {
      rateLimit: {
        max: perMinute,
        timeWindow: '1 minute',
        errorResponseBuilder: () =>
          new TooManyError('Too many sign-in attempts. Wait a minute, then try again.'),
      },
    },
    errorHandler(error, request, reply) {
      if (!(error instanceof TooManyError)) throw error;
      return sendBusy(request, reply);
    },
  };
}
