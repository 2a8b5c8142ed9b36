import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { TooManyError } from '#server/platform/errors.ts';

/** Attempts of one address in a minute: enough for a school behind it. Each costs the provider a call. */
const ATTEMPTS_PER_MINUTE = 240;

/**
 * Lets a route answer one address so often in a minute, and beyond that with `answerBusy`: sign-in is made of
 * navigations, and none may end on a line of JSON. Either says when to come back (`retry-after`).
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
