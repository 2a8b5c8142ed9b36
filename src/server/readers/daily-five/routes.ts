import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CATEGORY_IDS } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { emptyResponseSchemas } from '#server/platform/http/schemas.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';

const topicsSchema = z
  .array(z.enum(CATEGORY_IDS, { error: 'is not a category' }), { error: 'must be a list' })
  .max(CATEGORY_IDS.length, `must be at most ${CATEGORY_IDS.length}`)
  .refine((topics) => new Set(topics).size === topics.length, 'must not contain a topic twice');

/** Registers `PUT /user/topics`, which stores the topics that a reader has chosen. */
export function topicRoutes(app: FastifyInstance, queries: Queries): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    '/user/topics',
    {
      schema: {
        summary: 'Choose topics',
        description: 'One of the five articles of a day is on a chosen topic.',
        tags: ['Readers'],
        body: z.strictObject({ topics: topicsSchema }),
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, body }, reply) => {
      await updatePreferences(queries, user, body);
      return reply.code(204).send();
    },
  );
}
