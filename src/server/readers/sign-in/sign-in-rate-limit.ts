import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { TooManyRequestsError } from '#server/platform/errors.ts';

/**
 * Default limit on sign-in attempts per IP address per minute. It is high enough for a school whose computers share one
 * IP address. The limit exists because each attempt calls the identity provider.
 */
const ATTEMPTS_PER_MINUTE = 240;

/**
 * Returns options that limit the requests from one IP address to a sign-in route. Above the limit, the route calls
 * `sendBusy` instead of sending JSON, because the requests are page navigations. The response has a `retry-after`
 * header.
 */
export function createSignInRateLimitOptions(
  sendBusy: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  perMinute = ATTEMPTS_PER_MINUTE,
): Pick<RouteShorthandOptions, 'config' | 'errorHandler'> {
  return {
    config: {
      rateLimit: {
        max: perMinute,
        timeWindow: '1 minute',
        errorResponseBuilder: () =>
          new TooManyRequestsError('Too many sign-in attempts. Wait a minute, then try again.'),
      },
    },
    errorHandler(error, request, reply) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      return sendBusy(request, reply);
    },
  };
}
