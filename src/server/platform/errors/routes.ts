import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponseSchema } from '#server/platform/http/schemas.ts';
import type { ErrorRecorder } from './error-recorder.ts';

const bodySchema = z.strictObject({
  message: z.string().min(1).max(500),
  stack: z.string().max(4000).default(''),
  path: z.string().max(500).default(''),
});

/** Maximum number of error reports that a client may send per minute. A page sends at most five. */
const PER_MINUTE = 20;

/** Registers `POST /errors`, which receives uncaught errors from Octavo's pages. */
export function browserErrorRoutes(app: FastifyInstance, errorRecorder: ErrorRecorder): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/errors',
    {
      schema: {
        summary: 'Report a browser error',
        tags: ['Service'],
        body: bodySchema,
        response: { 204: z.void(), '4xx': errorResponseSchema },
      },
      config: { rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } },
    },
    async ({ body }, reply) => {
      const error = new Error(body.message);
      error.stack = body.stack;
      // The page's query string is not recorded, because it may contain a search or a token.
      errorRecorder.record('browser', error, body.path.split(/[?#]/, 1)[0]!);
      return reply.code(204).send();
    },
  );
}
