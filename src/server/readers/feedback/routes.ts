import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { feedbackTypeSchema } from '#domain/feedback-schema.ts';
import { assertArticleWasEverPublished } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articlePathParametersSchema,
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { findFeedback, removeFeedback, saveFeedback } from './repository.ts';

/**
 * Registers `GET, PUT, DELETE /articles/{authorAlias}/{articleId}/feedback`, which return, store and delete a reader's
 * feedback on an article (spec 7).
 */
export function feedbackRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const url = '/articles/:authorAlias/:articleId/feedback';
  const schema = { tags: ['Readers'], params: articlePathParametersSchema };

  typed.get(
    url,
    {
      schema: {
        ...schema,
        summary: 'Get your feedback on an article',
        response: {
          200: createDataResponseSchema(z.object({ feedbackType: feedbackTypeSchema.nullable() })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user }, params }) => {
      await assertArticleWasEverPublished(queries, params);
      const feedbackType = await findFeedback(queries, user, params.articleId);
      return { data: { feedbackType } };
    },
  );

  typed.put(
    url,
    {
      schema: {
        ...schema,
        summary: 'Give or change feedback on an article',
        body: z.strictObject({ feedbackType: feedbackTypeSchema }),
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, params, body }, reply) => {
      await assertArticleWasEverPublished(queries, params);
      await saveFeedback(queries, user, params.articleId, body.feedbackType);
      return reply.code(204).send();
    },
  );

  typed.delete(
    url,
    { schema: { ...schema, summary: 'Remove your feedback', response: emptyResponseSchemas } },
    async ({ reader: { user }, params }, reply) => {
      await assertArticleWasEverPublished(queries, params);
      await removeFeedback(queries, user, params.articleId);
      return reply.code(204).send();
    },
  );
}
