import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dataOf, errorSchema } from '#server/platform/http/schemas.ts';
import type { Sessions } from '#server/readers/sessions/service.ts';
import { signedIn } from '#server/readers/sessions/signed-in.ts';

const profileSchema = dataOf(
  z.object({
    subscriptionTier: z.enum(['free', 'premium']),
    subscriptionStatus: z.string().nullable(),
    subscriptionExpiresAt: z.iso.datetime().nullable(),
  }),
);

/** `GET /user/profile` (spec 7). */
export function accountRoutes(app: FastifyInstance, sessions: Sessions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/user/profile',
    {
      schema: {
        summary: 'Tier and subscription of whoever is signed in',
        tags: ['Account'],
        response: { 200: profileSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user } = await signedIn(sessions, request, reply);
      return {
        data: {
          subscriptionTier: user.tier,
          subscriptionStatus: user.subscriptionStatus,
          subscriptionExpiresAt: user.subscriptionExpiresAt?.toISOString() ?? null,
        },
      };
    },
  );
}
